// The arithmetic of a call: from how hands end against a caller, the stakes and what points are
// worth to what the answers are worth. Chances are those of `shares_of` in analyzer/truco/book.py:
// when I accept (a), when I raise and he stays (s), when I raise and he raises again (g), each
// won (W), lost (L) or undecided (U).
const calls = (() => {
  const FIELDS = ["aW", "aL", "aU", "sW", "sL", "sU", "gW", "gL", "gU"];

  // The fields of one hand, kept from a place on in a book's numbers; what the rules cannot bring
  // is left out there, and what is missing when I accept are the hands that are lost.
  const ends = (fields, chances, at, full) => {
    const found = Object.fromEntries(FIELDS.map((name) => [name, 0]));
    fields.forEach((name, i) => { found[name] = chances[at + i] / full; });
    found.aL = 1 - found.aW - found.aU;
    return found;
  };

  const part = (found, way) => ({ w: found[way + "W"], l: found[way + "L"], u: found[way + "U"] });
  const less = (one, other) => ({ w: one.w - other.w, l: one.l - other.l, u: one.u - other.u });
  const mass = ({ w, l, u }) => w + l + u;

  const played = (worth, stake, { w, l, u }) =>
    w * worth(stake, 0) + l * worth(0, stake) + u * worth(0, 0);

  // What calling the next stake is worth: I am given `now` when he runs; `higher` may be missing.
  // He who would lose the match by running stays.
  const raised = (found, worth, [now, called, higher], mayRun) => {
    const none = { w: 0, l: 0, u: 0 };
    const again = higher === undefined ? none : part(found, "g");
    const all = part(found, "a");
    const stay = mayRun
      ? less(part(found, "s"), less(again, part(found, "g")))
      : less(all, again);
    const runs = mayRun ? 1 - mass(stay) - mass(again) : 0;
    const reraised = higher === undefined
      ? 0 : Math.max(mass(again) * worth(0, called), played(worth, higher, again));
    return runs * worth(now, 0) + played(worth, called, stay) + reraised;
  };

  // What the answers to a call are worth, the stakes being what running gives, what was called
  // for, and those after it; and the chance to win from which accepting is better than running.
  // A raise is a bluff when it is best only because he runs from some of his calls.
  const answers = (found, worth, [before, ...called], mayRun, raising) => {
    const run = worth(0, before);
    const values = { accept: played(worth, called[0], part(found, "a")), run };
    if (called.length > 1) values[raising] = raised(found, worth, called, mayRun);
    const lost = worth(0, called[0]);
    const even = worth(0, 0) - lost;
    const needed = (run - lost - found.aU * even) / (worth(called[0], 0) - lost);
    const action = shell.best(values);
    const unfolded = action === raising && mayRun ? raised(found, worth, called, false) : Infinity;
    const bluff = unfolded < Math.max(values.accept, run);
    return { values, needed, win: found.aW, action, bluff };
  };

  return { ends, raised, answers };
})();
