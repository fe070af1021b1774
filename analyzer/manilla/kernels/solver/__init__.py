"""The double-dummy solver: perfect play when everybody sees all cards.

How many points does the first pair, players 0 and 2, still win? A search answers whether it
wins at least so many (``search``), and halving the range of what is possible brings that to
the value (``values``). Every card played in the search is a *node*. What keeps nodes few, in
the order of what it brings:

- ``table``: a point between two tricks is found again when only the names of its cards
  differ. Keys are exact, not hashed: how many cards of each suit every player has, and who
  has the highest card, the second, and so on, *as far down as the proof looked*; below that
  the numbers are enough (partition search). A card that the proof compared with another one
  is said to be *relied on*, and every step of the search hands up the set of those.
- ``moves``: cards of one hand between which nobody else has one are equals but for their
  points; and because players must beat and must trump, the winner of a trick is often fixed
  before everybody has played (``outcome``): then only the dearest (surely won) or the cheapest
  (surely lost) of equals is tried.
- ``bounds``: points that one side surely wins, without searching.
- ``order``: which card to try first; ``guess``: which number of points to ask about first.

Cards are numbered as in ``lanes``, all memory is one ``desk``, and ``cards`` values every card
that a player may play.
"""
