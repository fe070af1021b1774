"""Compiled traversal of the public tree, both players' hands all at once.

The tree is walked in *strips*: `LANES` public states that differ only in the
cards of the first trick go side by side. A *tensor* is a stretch of the working
memory: for every *row*, which is one thing a player may hold, one number in
each lane. Decisions keep, in the arrays of regrets and of averages, for every
row one number for each action in each lane; they lie in the order in which the
tree is walked.
"""
