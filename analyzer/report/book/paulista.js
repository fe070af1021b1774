// Truco called before the first card: how a hand ends in each way to go on, stakes and match.
(() => {
  const { book, text, get, percent, signed } = shell;
  const SUITS = "♦♠♥♣";
  const NAMES = ["picafumo", "espadilha", "copeta", "zap"];
  const FIRST_MANILHA = 11;
  const TONES = { accept: "go", run: "stop", raise: "raise", bluff: "bluff" };

  const chances = shell.numbers(book.chances, Uint32Array);
  const FULL = 4294967295;

  const powersOf = (counts) => {
    const powers = [];
    for (let power = counts.length - 1; power > 0; power--) if (counts[power]) powers.push(power);
    return powers;
  };

  // The hands of a vira in the book's order: powers from the highest, no more than there are.
  const handsOf = (counts) => {
    const held = powersOf(counts);
    const places = new Map();
    for (let a = 0; a < held.length; a++)
      for (let b = a; b < held.length; b++)
        for (let c = b; c < held.length; c++) {
          const hand = [held[a], held[b], held[c]];
          if (held.every((p) => hand.filter((q) => q === p).length <= counts[p]))
            places.set(hand.join(), places.size);
        }
    return places;
  };
  const hands = book.counts.map(handsOf);
  const width = book.callers.length * book.fields.length;
  const starts = [];
  let size = 0;
  for (const players of [2, 4])
    for (let position = 1; position <= players; position++)
      for (let vira = 0; vira < hands.length; vira++) {
        starts.push(size);
        size += hands[vira].size * width;
      }
  const startOf = (players, position, vira) =>
    starts[((players === 4 ? 2 : 0) + position - 1) * hands.length + vira];

  const state = { vira: hands.length === 1 ? 0 : -1, hand: [] };

  const asked = () => ({
    ...shell.seats(), caller: Number(shell.picked("caller")), score: shell.score(),
  });

  const ends = (question, vira, hand) => {
    const row = hands[vira].get(hand.join());
    let at = startOf(question.players, question.position, vira) + row * width;
    at += question.caller * book.fields.length;
    return calls.ends(book.fields, chances, at, FULL);
  };

  const worthOf = (question) => {
    if (!question.score) return (ours, theirs) => ours - theirs;
    const table = book.equity[question.players];
    const next = question.position % 2 === 1 ? 0 : 1; // whoever plays first now deals next
    return (ours, theirs) => {
      const us = question.score[0] + ours;
      const them = question.score[1] + theirs;
      if (us >= book.target || them >= book.target) return us >= book.target ? 1 : 0;
      return table[(us * book.target + them) * 2 + next];
    };
  };

  const answer = (question, vira, hand) => {
    const mayRun = !question.score || question.score[0] + book.ladder[1] < book.target;
    const stakes = book.ladder.slice(0, 4);
    return calls.answers(ends(question, vira, hand), worthOf(question), stakes, mayRun, "raise");
  };

  const nameOf = (power) =>
    power >= FIRST_MANILHA ? NAMES[power - FIRST_MANILHA] : book.ranks[power - 1];
  const shortOf = (power) =>
    power >= FIRST_MANILHA ? SUITS[power - FIRST_MANILHA] : book.ranks[power - 1];

  const hold = (hand) => {
    state.hand = hand.sort((a, b) => b - a);
    draw();
  };

  const drawCards = () => {
    const counts = state.vira < 0 ? [] : book.counts[state.vira];
    const deck = powersOf(counts).map((power) => ({
      id: power,
      face: shortOf(power),
      name: nameOf(power),
      small: power >= FIRST_MANILHA ? nameOf(power) : "",
      left: counts[power] - state.hand.filter((held) => held === power).length,
    }));
    shell.drawCards(deck, state.hand, 3, hold);
  };

  const isOnze = (question) =>
    Boolean(question.score) && Math.max(...question.score) >= book.onze;

  const drawAnswer = (question) => {
    if (isOnze(question)) return shell.noAnswer(text.onze);
    if (state.hand.length < 3 || state.vira < 0) return shell.noAnswer(text.pick);
    const found = answer(question, state.vira, state.hand);
    const { values, needed, win, action } = found;
    const error = question.players === 4 ? ` ±${book.errors[question.caller]}` : "";
    const shown = question.score ? percent : signed;
    const line = (name) => ({ name: text[name], value: shown(values[name]), best: name === action });
    return shell.answer(TONES[action], text[action].toUpperCase(), [
      { name: text.win, value: percent(win) + error }, line("run"),
      { name: text.needed, value: shell.needed(needed) }, line("accept"),
      { name: "", value: "" }, line("raise"),
    ], found.bluff ? text.bluff : "");
  };

  // The command that gives the same answer.
  const drawCommand = (question) => {
    const known = state.vira >= 0 && state.hand.length === 3 && !isOnze(question);
    get("command").hidden = !known;
    if (!known) return;
    const { players, position, caller, score } = question;
    const drawn = {};
    const cards = state.hand.map((power) => {
      drawn[power] = (drawn[power] ?? -1) + 1;
      return book.cards[state.vira][power][drawn[power]];
    });
    const words = ["truco paulista accept", ...cards];
    if (book.turned[state.vira]) words.push(`--vira ${book.turned[state.vira]}`);
    words.push("--call truco");
    if (players === 4) words.push("--players 4");
    words.push(`--position ${position}`, `--caller ${book.callers[caller]}`);
    if (score) words.push(`--score ${score.join("-")}`);
    if (players === 4) words.push(book.sample);
    get("command").textContent = [...words, ...book.options].join(" ");
  };

  // One cell for the two best cards: what most of the third cards come to, by how often they are held.
  const cellOf = (question, best, second) => {
    const counts = book.counts[state.vira];
    const weights = { accept: 0, run: 0, raise: 0, bluff: 0 };
    let middle = null;
    let total = 0;
    for (let third = second; third > 0; third--) {
      const hand = [best, second, third];
      if (!hands[state.vira].has(hand.join())) continue;
      const used = hand.filter((power) => power === third).length - 1;
      const ways = counts[third] - used;
      const { action, bluff } = answer(question, state.vira, hand);
      weights[bluff ? "bluff" : action] += ways;
      total += ways;
      middle = middle ?? hand;
    }
    if (!total) return null;
    const action = shell.best(weights);
    const label = `${nameOf(best)} ${nameOf(second)}: ${text[action === "bluff" ? "raise" : action]}`;
    return { tone: TONES[action], sure: weights[action] === total, label, pick: () => hold(middle) };
  };

  const drawGrid = (question) => {
    get("sheet").hidden = state.vira < 0;
    get("grid").replaceChildren();
    if (state.vira < 0 || isOnze(question)) return;
    const powers = powersOf(book.counts[state.vira]);
    const rows = powers.map((best) => ({
      head: shortOf(best),
      cells: powers.map((second) => (second <= best ? cellOf(question, best, second) : null)),
    }));
    shell.drawGrid(get("grid"), powers.map(shortOf), rows);
    const vira = book.viras[state.vira];
    get("sheet-about").textContent = [
      vira ? `${text.vira} ${vira}` : "", `${text.players}: ${question.players}`,
      `${text.position} ${shell.place(question)}`,
      `${text.caller}: ${book.callers[question.caller]}`,
      question.score ? `${text.score} ${question.score.join("-")}` : text.points,
    ].filter(Boolean).join(" · ");
    get("sheet-key").textContent = text.sheet_note;
  };

  const draw = shell.open(
    () => {
      const question = asked();
      drawCards();
      drawAnswer(question);
      drawCommand(question);
      drawGrid(question);
    },
    (field) => {
      if (field.name !== "vira") return;
      state.vira = book.viras.indexOf(field.value);
      state.hand = []; // other cards are manilhas now
    },
  );
})();
