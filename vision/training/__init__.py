"""Generated scenes and the training of the tile detector. Needs the extra ``train`` for torch.

The scene generator itself (``scenes``) needs only numpy and OpenCV. The tile finder that ships was
made by ``python -m palago.vision.training`` in three runs, each going on from the last: about
7,000 steps of eight samples, 15,000 samples in the last run's pool, under two hours on a busy core.
"""
