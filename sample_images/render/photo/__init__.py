"""What the camera and its software make of the light."""
