"""Small maps of our own drawing, one for each kind of trouble that maps from elsewhere bring.

``python -m tests.corpus.draw`` writes them anew; Tiled opens every one.
"""
