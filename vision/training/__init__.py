"""Generated scenes and the training of the tile detector. Needs the extra ``train`` for torch.

The scene generator itself (``scenes``) needs only numpy and OpenCV.
"""
