"""From frames to stable boards: following the camera, the cells and the hands over them."""
