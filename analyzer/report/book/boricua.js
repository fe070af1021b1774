// Envite, flor, and truco called before the first card: chances, stakes and match.
(() => {
  const { book, text, get, percent, signed } = shell;
  const TONES = {
    accept: "go", run: "stop", raise: "raise", revoke: "raise", open: "raise", pass: "stop",
    send: "go", silent: "stop",
  };
  const CALLS = { envite: 1, revoque: 2 }; // steps of an envite
  const NOTHING = [0, 0];

  const envites = shell.numbers(book.envite, Float64Array);
  const trucos = shell.numbers(book.truco, Float64Array);
  const flores = shell.numbers(book.flor, Float64Array);
  const FULL = 4294967295;
  const match = Object.fromEntries(Object.entries(book.match).map(([players, tables]) => [
    players, tables.map((coded) => shell.numbers(coded, Uint32Array)),
  ]));

  // All hands in the book's order: by the numbers of their cards.
  const hands = [];
  const numberOf = new Map();
  for (let a = 0; a < book.names.length; a++)
    for (let b = a + 1; b < book.names.length; b++)
      for (let c = b + 1; c < book.names.length; c++) {
        numberOf.set([a, b, c].join(), hands.length);
        hands.push([a, b, c]);
      }

  let held = [];

  const asked = () => {
    const seats = shell.seats();
    return {
      ...seats,
      place: book.places.findIndex(([n, at]) => n === seats.players && at === seats.position),
      kind: shell.picked("asked"),
      caller: Number(shell.picked("caller")),
      score: shell.score(),
    };
  };
  const isAnswer = (question) => question.kind in CALLS || question.kind === "truco";

  // ---- what points are worth

  const won = (us, them) => (us >= book.target || them >= book.target ? Number(us >= book.target) : null);

  // The worth of points in the phases of a hand, our chance to win its tricks being known.
  const worthOf = (question, tricks) => {
    if (!question.score) {
      return {
        afterTruco: (ours, theirs) => ours - theirs,
        afterEnvite: (ours, theirs) => ours - theirs,
        afterFlor: (ours, theirs, owed) => ours + owed[0] - theirs - owed[1],
        withoutFlor: (owed) => owed[0] - owed[1],
      };
    }
    const [between, beforeTruco, beforeEnvite] = match[question.players];
    const weDeal = question.position % 2 === 0;
    const dealer = weDeal ? 0 : 1;
    const state = (us, them, dealing) => (us * book.target + them) * 2 + dealing;
    const within = (table, [us, them], owed) => {
      const at = (state(us, them, dealer) * 4 + 2 * owed[0] + owed[1]) * 2;
      return (tricks * table[at + 1] + (1 - tricks) * table[at]) / FULL;
    };
    const after = (ours, theirs) => [question.score[0] + ours, question.score[1] + theirs];
    const afterEnvite = (ours, theirs, owed) => {
      const score = after(ours, theirs);
      return won(...score) ?? within(beforeTruco, score, owed);
    };
    return {
      afterTruco: (ours, theirs) => {
        const score = after(ours, theirs);
        return won(...score) ?? between[state(...score, 1 - dealer)] / FULL;
      },
      afterEnvite,
      afterFlor: afterEnvite,
      withoutFlor: (owed) => within(beforeEnvite, question.score, owed),
    };
  };

  // ---- answers

  const ANYBODY = book.callers.length;
  const width = (book.callers.length + 1) * book.fields.length;
  const endsOf = (numbers, rows, count, place, hand, page) => {
    const at = (place * count + rows[hand]) * width + page * book.fields.length;
    return calls.ends(book.fields, numbers, at, 1);
  };
  const envite = (place, hand, page) =>
    endsOf(envites, book.rows.envite, book.counts.envite, place, hand, page);
  const truco = (place, hand, page) =>
    endsOf(trucos, book.rows.truco, book.counts.truco, place, hand, page);
  const tricksOf = (question, hand) => truco(question.place, hand, ANYBODY).aW;

  const mayRun = (question, points) =>
    !question.score || question.score[0] + points < book.target;

  const ofEnvite = (question, hand) => {
    const worth = worthOf(question, tricksOf(question, hand));
    const owed = book.silence[question.place][book.flores[hand] ? 1 : 0];
    const points = (ours, theirs) => worth.afterEnvite(ours, theirs, owed);
    const open = envite(question.place, hand, ANYBODY);
    if (question.kind === "open") {
      const [refused, ...called] = book.envites.slice(0, 3);
      const values = {
        pass: points(0, 0),
        open: calls.raised(open, points, [refused, ...called], mayRun(question, refused)),
      };
      return { values, best: open.aW, action: shell.best(values) };
    }
    const step = CALLS[question.kind];
    const stakes = book.envites.slice(step - 1, step + 3);
    const found = envite(question.place, hand, question.caller);
    const runs = mayRun(question, stakes[1]);
    return { ...calls.answers(found, points, stakes, runs, "revoke"), best: open.aW };
  };

  const ofTruco = (question, hand) => {
    const worth = worthOf(question, 0).afterTruco;
    const stakes = book.ladder.filter((stake) => question.score || stake < book.target);
    const found = truco(question.place, hand, question.caller);
    const runs = mayRun(question, stakes[1]);
    return calls.answers(found, worth, stakes.slice(0, 4), runs, "raise");
  };

  const ofFlor = (question, hand, talk) => {
    const worth = worthOf(question, tricksOf(question, hand));
    const rows = book.counts.flor;
    const before = book.talks.slice(0, question.place).reduce((sum, talks) => sum + talks.length, 0);
    const at = ((before + talk) * rows + book.rows.flor[hand]) * 3;
    const [unsent, better, worse] = flores.subarray(at, at + 3);
    const owed = book.talks[question.place][talk].owed;
    const [one, two] = book.florWorth;
    const values = {
      send: unsent * worth.afterFlor(one, 0, [owed[0], 0]) +
        better * worth.afterFlor(two, 0, NOTHING) + worse * worth.afterFlor(0, two, NOTHING),
      silent: unsent * worth.withoutFlor(owed) +
        (better + worse) * worth.afterFlor(0, one, [0, owed[1]]),
    };
    return { values, unsent, better, worse, action: shell.best(values) };
  };

  // ---- what was said of flores

  const announced = () => [...document.querySelectorAll("[name=announced]:checked")]
    .filter((box) => !box.closest("label").hidden).map((box) => Number(box.value));
  const talkOf = (question, sent) => {
    const said = announced().join();
    return book.talks[question.place].findIndex(
      (talk) => talk.announced.join() === said && (talk.sent[0] ?? 0) === sent,
    );
  };

  // Shows what can have been said at a place, and takes back what cannot.
  const showTalk = (question) => {
    const talks = book.talks[question.place];
    const may = (place) => talks.some((talk) => talk.announced.includes(place));
    for (const box of document.querySelectorAll("[name=announced]")) {
      box.closest("label").hidden = !may(Number(box.value));
    }
    for (const radio of document.querySelectorAll("[name=sent]")) {
      radio.closest("label").hidden = talkOf(question, Number(radio.value)) < 0;
    }
    const chosen = document.querySelector("[name=sent]:checked");
    if (chosen.closest("label").hidden) document.querySelector("[name=sent]").checked = true;
    const of = (name) => document.querySelector(`[name=${name}]`).closest("fieldset");
    const flor = question.kind === "flor";
    const labels = (name) => [...document.querySelectorAll(`[name=${name}]`)]
      .map((input) => input.closest("label"));
    of("announced").hidden = !flor || labels("announced").every((label) => label.hidden);
    of("sent").hidden = !flor || labels("sent").filter((label) => !label.hidden).length < 2;
    of("caller").hidden = !isAnswer(question);
  };

  // ---- the page

  const strongest = (one, other) => book.strengths[other] - book.strengths[one] || one - other;

  const hold = (cards) => {
    held = [...cards].sort(strongest);
    draw();
  };
  const sorted = (cards) => [...cards].sort((a, b) => a - b);

  const drawCards = () => {
    const deck = book.deck.map(([card, column]) => ({
      id: card, face: book.names[card], name: book.names[card], column,
      left: held.includes(card) ? 0 : 1,
    }));
    shell.drawCards(deck, held, 3, hold);
  };

  const drawAnswer = (question) => {
    if (held.length < 3) return shell.noAnswer(text.pick);
    const hand = numberOf.get(sorted(held).join());
    const shown = question.score ? percent : signed;
    const lines = (found, ...left) => {
      const names = Object.keys(found.values).map((name) => ({
        name: text[name], value: shown(found.values[name]), best: name === found.action,
      }));
      const nothing = { name: "", value: "" };
      const all = [];
      for (let i = 0; i < Math.max(names.length, left.length); i++) {
        all.push(left[i] ?? nothing, names[i] ?? nothing);
      }
      return all;
    };
    const tell = (found, ...left) => {
      const decision = text.decisions[found.action];
      const note = found.bluff ? text.bluff : "";
      shell.answer(TONES[found.action], decision, lines(found, ...left), note);
    };
    const tricks = question.score
      ? [{ name: text.tricks, value: percent(tricksOf(question, hand)) }] : [];
    if (question.kind === "truco") {
      const found = ofTruco(question, hand);
      return tell(found, { name: text.win, value: percent(found.win) },
        { name: text.needed, value: shell.needed(found.needed) });
    }
    if (question.kind === "flor") {
      if (!book.flores[hand]) return shell.noAnswer(text.noFlor);
      const found = ofFlor(question, hand, talkOf(question, Number(shell.picked("sent"))));
      return tell(found, { name: text.flor, value: String(book.flores[hand]) },
        { name: text.unsent, value: percent(found.unsent) },
        { name: text.better, value: percent(found.better) },
        { name: text.worse, value: percent(found.worse) }, ...tricks);
    }
    const found = ofEnvite(question, hand);
    const chances = isAnswer(question)
      ? [{ name: text.given, value: percent(found.win) },
         { name: text.needed, value: shell.needed(found.needed) }] : [];
    return tell(found, { name: text.liga, value: String(book.ligas[hand]) },
      { name: text.best, value: percent(found.best) }, ...chances, ...tricks);
  };

  // Hands of one kind are answered alike: they are looked at once, with how many there are.
  const kindsOf = (keep, key) => {
    const kinds = new Map();
    hands.forEach((cards, hand) => {
      if (!keep(hand)) return;
      const group = key(hand);
      if (!kinds.has(group)) kinds.set(group, new Map());
      const of = kinds.get(group);
      const rows = `${book.rows.envite[hand]} ${book.rows.truco[hand]}`;
      if (!of.has(rows)) of.set(rows, { hand, count: 0 });
      of.get(rows).count += 1;
    });
    return kinds;
  };
  const top = (cards) => cards.map((card) => book.strengths[card]).sort((a, b) => b - a);
  const byLiga = kindsOf((hand) => !book.flores[hand], (hand) => book.ligas[hand]);
  const byFlor = kindsOf((hand) => book.flores[hand], (hand) => book.flores[hand]);
  const byCards = kindsOf(() => true, (hand) => top(hands[hand]).slice(0, 2).join());

  // What most hands of a group come to.
  const cellOf = (group, question, answered, label) => {
    if (!group) return null;
    const weights = {};
    let total = 0;
    const acted = [...group.values()].map(({ hand, count }) => {
      const { action } = answered(question, hand);
      weights[action] = (weights[action] ?? 0) + count;
      total += count;
      return { hand, action };
    });
    const action = shell.best(weights);
    const pick = () => {
      document.querySelector(`[name=asked][value=${question.kind}]`).checked = true;
      document.querySelector(`[name=caller][value="${question.caller}"]`).checked = true;
      hold(hands[acted.find((one) => one.action === action).hand]);
    };
    const words = `${label}: ${text[action]}`;
    return { tone: TONES[action], sure: weights[action] === total, label: words, pick };
  };

  const numeric = (kinds) => [...kinds.keys()].sort((a, b) => b - a);

  const drawLigas = (question) => {
    const kinds = Object.keys(CALLS);
    const columns = [
      { ...question, kind: "open" },
      ...kinds.flatMap((kind) => book.callers.map((_, caller) => ({ ...question, kind, caller }))),
    ];
    const nameOf = ({ kind, caller }) =>
      (kind === "open" ? text.open : `${kind}, ${book.callers[caller]}`);
    const rows = numeric(byLiga).map((liga) => ({
      head: String(liga),
      cells: columns.map((column) =>
        cellOf(byLiga.get(liga), column, ofEnvite, `${text.liga} ${liga}, ${nameOf(column)}`)),
    }));
    const groups = [
      { name: text.open, span: 1 },
      ...kinds.map((kind) => ({ name: kind, span: book.callers.length })),
    ];
    const heads = columns.map((column) => ({
      name: column.kind === "open" ? "?" : book.callers[column.caller][0].toUpperCase(),
      label: nameOf(column),
    }));
    shell.drawGrid(get("by-liga"), heads, rows, groups);
  };

  const drawFlores = (question) => {
    const said = announced().join();
    const talks = book.talks[question.place]
      .map((talk, number) => ({ ...talk, number }))
      .filter((talk) => talk.announced.join() === said);
    const totals = numeric(byFlor);
    const rows = talks.map((talk) => {
      const who = talk.sent.length ? text.sender.replace("{place}", talk.sent[0]) : text.nobody;
      const decided = (asking, hand) => ofFlor(asking, hand, talk.number);
      return {
        head: who,
        cells: totals.map((total) => {
          const flor = { ...question, kind: "flor" };
          const cell = cellOf(byFlor.get(total), flor, decided, `${text.flor} ${total}, ${who}`);
          const sent = document.querySelector(`[name=sent][value="${talk.sent[0] ?? 0}"]`);
          return { ...cell, pick: () => { sent.checked = true; cell.pick(); } };
        }),
      };
    });
    const others = said ? `${text.announced} ${said.replaceAll(",", " ")}` : text.noneAnnounced;
    get("by-flor-about").textContent = `${text.byFlor}, ${others}`;
    shell.drawGrid(get("by-flor"), totals.map(String), rows);
  };

  const drawTrucos = (question) => {
    const powers = Object.keys(book.strong).map(Number).sort((a, b) => b - a);
    const nameOf = (power) => book.strong[power];
    const rows = powers.map((best) => ({
      head: nameOf(best),
      cells: powers.map((second) => {
        const group = second <= best ? byCards.get([best, second].join()) : null;
        const label = `${nameOf(best)} ${nameOf(second)}`;
        return cellOf(group, { ...question, kind: "truco" }, ofTruco, label);
      }),
    }));
    const caller = `${text.caller} ${book.callers[question.caller]}`;
    get("by-cards-about").textContent = `${text.byCards}, ${caller}`;
    shell.drawGrid(get("by-cards"), powers.map(nameOf), rows);
  };

  const drawSheet = (question) => {
    drawLigas(question);
    drawFlores(question);
    drawTrucos(question);
    get("sheet-about").textContent = [
      `${text.players}: ${question.players}`, `${text.position} ${shell.place(question)}`,
      question.score ? `${text.score} ${question.score.join("-")}` : text.points,
    ].join(" · ");
    get("sheet-key").textContent = text.sheetNote;
  };

  // The command that gives the same answer.
  const drawCommand = (question) => {
    const { kind, players, position, caller, score } = question;
    const nothing = kind === "flor" && !book.flores[numberOf.get(sorted(held).join())];
    get("command").hidden = held.length < 3 || nothing;
    const words = [{ flor: "flor", truco: "accept" }[kind] ?? "envite"];
    words.push(...held.map((card) => book.names[card]));
    if (players === 4) words.push("--players 4");
    words.push(`--position ${position}`);
    if (isAnswer(question)) words.push(`--call ${kind}`, `--caller ${book.callers[caller]}`);
    if (kind === "flor") {
      const said = announced();
      if (said.length) words.push(`--announced "${said.join(" ")}"`);
      const sent = Number(shell.picked("sent"));
      words.push(`--sent ${sent || "none"}`);
    }
    if (score) words.push(`--score ${score.join("-")}`);
    if (players === 4 && (score || kind === "truco")) words.push(book.sample);
    get("command").textContent = ["truco boricua", ...words, ...book.options].join(" ");
  };

  let sheet; // drawn once when several things change at a time

  const draw = shell.open(() => {
    const question = asked();
    showTalk(question);
    drawCards();
    drawAnswer(question);
    drawCommand(question);
    clearTimeout(sheet);
    sheet = setTimeout(() => drawSheet(question));
  });
})();
