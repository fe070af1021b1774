"""The gallery in ``reports/``: tables and charts of the three games, and an article on them.

Every table is a ``.csv``, every chart an ``.svg`` beside the numbers it shows, and
``manifest.json`` tells of each file how to get it and what it rests on. The article is
filled in from these files, so that it says what they say. ``scripts/gallery`` makes
everything and checks it against the code.
"""
