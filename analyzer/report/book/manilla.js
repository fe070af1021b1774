// What a kind of hand is worth: from how its deals have ended, and from what scores are worth.
(() => {
  const { book, text, get, make } = shell;
  const Z95 = 1.959963984540054;
  const LOPSIDED = 0.1;
  const WHOLE = 72;
  const HALF = WHOLE / 2;
  const FULL = 4294967295;
  const COUNTED = ["trumps", "manillas", "aces", "voids"];
  const MOST = [13, 5, 5, 4]; // numbers of them that there may be
  const HELD = 12;
  const RANKS = book.ranks.length;

  // By position, from the code of a kind to its deals by their points.
  const kinds = (() => {
    const bytes = shell.numbers(book.kinds, Uint8Array);
    let at = 0;
    const next = () => {
      let value = 0;
      for (let step = 1; ; step *= 128) {
        const byte = bytes[at++];
        value += (byte & 127) * step;
        if (byte < 128) return value;
      }
    };
    return book.positions.map(() => {
      const found = new Map();
      for (let left = next(); left > 0; left--) {
        const code = next();
        found.set(code, Array.from({ length: WHOLE + 1 }, next));
      }
      return found;
    });
  })();
  const codeOf = (kind) => kind.reduce((code, number, i) => code * MOST[i] + number, 0);
  const kindOf = (code) => {
    const kind = [];
    for (let i = MOST.length - 1; i >= 0; i--) {
      kind.unshift(code % MOST[i]);
      code = Math.floor(code / MOST[i]);
    }
    return kind;
  };

  // The deals of all kinds with some numbers, by these numbers.
  const together = (position, axes) => {
    const found = new Map();
    for (const [code, counts] of kinds[position - 1]) {
      const kind = kindOf(code);
      const key = axes.map((axis) => kind[axis]).join();
      const sum = found.get(key) ?? new Array(WHOLE + 1).fill(0);
      found.set(key, sum.map((count, points) => count + counts[points]));
    }
    return found;
  };

  const dealsOf = (counts) => counts.reduce((sum, count) => sum + count, 0);
  const mean = (counts, values) =>
    counts.reduce((sum, count, points) => sum + count * values(points), 0) / dealsOf(counts);
  const spread = (counts, values, middle) =>
    counts.reduce((sum, count, points) => sum + count * (values(points) - middle) ** 2, 0);

  // Estimates, as analyzer/core/estimate.py and analyzer/manilla/tables/scores.py make them.
  const pointsOf = (counts) => {
    const deals = dealsOf(counts);
    const value = mean(counts, (points) => points);
    const error = Math.sqrt(spread(counts, (points) => points, value) / deals / (deals - 1));
    return { value, low: value - Z95 * error, high: value + Z95 * error };
  };
  const proportion = (successes, deals) => {
    const value = successes / deals;
    const shrink = 1 / (1 + (Z95 * Z95) / deals);
    const centre = shrink * (value + (Z95 * Z95) / (2 * deals));
    const room = (value * (1 - value)) / deals + (Z95 * Z95) / (4 * deals * deals);
    const half = shrink * Z95 * Math.sqrt(room);
    const low = value > 0 ? Math.min(Math.max(centre - half, 0), value) : 0;
    return { value, low, high: value < 1 ? Math.max(Math.min(centre + half, 1), value) : 1 };
  };
  const chanceAfter = (counts, worth) => {
    const deals = dealsOf(counts);
    const values = worth.map(([value]) => value);
    const value = mean(counts, (points) => values[points]);
    const sampled = spread(counts, (points) => values[points], value) / deals / (deals - 1);
    const error = Math.sqrt(sampled) + mean(counts, (points) => worth[points][1]);
    const seen = values.filter((_, points) => counts[points] > 0);
    const alike = Math.max(...seen) === Math.min(...seen);
    const unseen = alike ? proportion(0, deals).high : 0;
    const low = value - Z95 * error - unseen * (value - Math.min(...values));
    const high = value + Z95 * error + unseen * (Math.max(...values) - value);
    return { value, low: Math.max(low, 0), high: Math.min(high, 1) };
  };

  // What scores are worth: our chance and its error, by juegos, score and who deals, 0 we.
  const equity = shell.numbers(book.equity, Uint32Array);
  const worthOf = (table, us, them, dealer) => {
    const at = 2 * (((table * book.target + us) * book.target + them) * 2 + dealer);
    return [equity[at] / FULL, equity[at + 1] / FULL];
  };
  const tableOf = (juegos) => (juegos ? book.juegos.indexOf(juegos.join("-")) : 0);
  const netOf = (points) => {
    const net = points - HALF;
    return book.capote && Math.abs(net) === HALF ? Math.sign(net) * book.target : net;
  };
  // What it leads to that a juego is won or lost.
  const afterJuego = (juegos, won, dealer) => {
    if (!juegos) return [won ? 1 : 0, 0];
    const next = won ? [juegos[0] + 1, juegos[1]] : [juegos[0], juegos[1] + 1];
    return Math.max(...next) === 2 ? [won ? 1 : 0, 0] : worthOf(tableOf(next), 0, 0, dealer);
  };
  const dealerAt = (position) => (position % 2 === 0 ? 0 : 1);
  const worthAfter = ({ position, score }, juegos) => {
    const next = 1 - dealerAt(position);
    return Array.from({ length: WHOLE + 1 }, (_, points) => {
      const net = netOf(points);
      const us = score[0] + Math.max(net, 0);
      const them = score[1] + Math.max(-net, 0);
      if (Math.max(us, them) >= book.target) return afterJuego(juegos, us >= book.target, next);
      return worthOf(tableOf(juegos), us, them, next);
    });
  };
  const before = ({ position, score }, juegos) => {
    const [value, error] = worthOf(tableOf(juegos), ...score, dealerAt(position));
    const half = Z95 * error;
    return { value, low: Math.max(value - half, 0), high: Math.min(value + half, 1) };
  };

  // Numbers as analyzer/report/text/numbers.py writes them; halves go to the even digit.
  const rounded = (value, decimals) => {
    const halves = value * 2 ** (decimals + 1);
    if (!Number.isInteger(halves) || halves % 2 === 0) return value.toFixed(decimals);
    const below = Math.floor(value * 10 ** decimals);
    return ((below + (below % 2)) / 10 ** decimals).toFixed(decimals);
  };
  const number = (value, decimals) => rounded(value, decimals).replace(".", book.decimal);
  const whole = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, book.thousands);
  const decimalsFor = (half) => {
    return Math.min(Math.max(-Number(half.toExponential(0).split("e")[1]), 2), 4);
  };
  const meanText = ({ value, low, high }) => {
    const half = (high - low) / 2;
    if (half === 0) return [number(value, 2), ""];
    const decimals = decimalsFor(half);
    return [number(value, decimals), "±" + number(half, decimals)];
  };
  const percentAt = (value, decimals) => {
    if (value === 0 || value === 1) return `${100 * value}%`;
    const shown = Number(rounded(100 * value, decimals));
    const step = 10 ** -decimals;
    if (shown === 0) return `<${number(step, decimals)}%`;
    return shown === 100 ? `>${number(100 - step, decimals)}%` : number(100 * value, decimals) + "%";
  };
  const percent = (value) => percentAt(value, 2);
  const chanceText = ({ value, low, high }) => {
    const half = (100 * (high - low)) / 2;
    const decimals = decimalsFor(half);
    if (value === 0) return [`<${number(100 * high, decimals)}%`, ""];
    if (value === 1) return [`>${number(100 * low, decimals)}%`, ""];
    const told = percentAt(value, decimals);
    const aside = Math.abs(50 * (low + high) - 100 * value);
    if (aside <= LOPSIDED * half) return [told, "±" + number(half, decimals)];
    return [told, `${number(100 * low, decimals)}–${number(100 * high, decimals)}`];
  };

  // What is told of deals, by name.
  const told = (counts, question) => {
    const deals = dealsOf(counts);
    const wins = counts.slice(HALF + 1).reduce((sum, count) => sum + count, 0);
    const found = {
      points: meanText(pointsOf(counts)),
      win: chanceText(proportion(wins, deals)),
      tie: [percent(counts[HALF] / deals), ""],
      capote: chanceText(proportion(counts[WHOLE], deals)),
      juego: chanceText(chanceAfter(counts, question.after.juego)),
    };
    if (question.juegos) found.partida = chanceText(chanceAfter(counts, question.after.partida));
    return found;
  };

  const state = { hand: [] };
  const trumpSuit = () => book.suits.indexOf(shell.picked("trump"));
  const asked = () => {
    const question = {
      position: Number(shell.picked("position")),
      score: shell.score() ?? [0, 0],
      juegos: get("juegos") ? shell.picked("juegos").split("-").map(Number) : null,
    };
    if (!shell.score() && question.juegos) question.juegos = [0, 0];
    question.after = { juego: worthAfter(question, null) };
    if (question.juegos) question.after.partida = worthAfter(question, question.juegos);
    return question;
  };

  const suitOf = (card) => Math.floor(card / RANKS);
  const rankOf = (card) => book.ranks[card % RANKS];
  const nameOf = (card) => rankOf(card) + book.suits[suitOf(card)];
  const kindOfHand = () => {
    const suits = new Set(state.hand.map(suitOf));
    const ranked = (rank) => state.hand.filter((card) => rankOf(card) === rank).length;
    const trumps = state.hand.filter((card) => suitOf(card) === trumpSuit()).length;
    return [trumps, ranked("9"), ranked("1"), book.suits.length - suits.size];
  };
  const byCards = () => shell.picked("how") === "cards";
  const kindAsked = () => {
    if (!byCards()) return COUNTED.map((name) => Number(shell.picked(name)));
    return state.hand.length === HELD && trumpSuit() >= 0 ? kindOfHand() : null;
  };

  const drawCards = () => {
    const deck = [];
    for (let suit = 0; suit < book.suits.length; suit++)
      for (let rank = RANKS - 1; rank >= 0; rank--) {
        const id = suit * RANKS + rank;
        const left = state.hand.includes(id) ? 0 : 1;
        deck.push({ id, face: rankOf(id), name: nameOf(id), small: book.suits[suit], left });
      }
    shell.drawCards(deck, state.hand, HELD, (hand) => {
      state.hand = hand.sort((a, b) => b - a);
      draw();
    });
  };

  const commandOf = (words) => `truco manilla ${words}${book.rules}`;
  const scoreWords = (question) => {
    if (!shell.score()) return " --score 0-0";
    const juegos = question.juegos ? ` --juegos ${question.juegos.join("-")}` : "";
    return ` --score ${question.score.join("-")}${juegos}`;
  };
  const paragraph = (...parts) => {
    const found = make("p", undefined, { class: "note" });
    found.append(...parts);
    return found;
  };
  const filled = (words, values) =>
    words.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  const drawAnswer = (question, kind, counts) => {
    get("about").replaceChildren();
    if (!kind) return shell.noAnswer(`${text.pick} ${state.hand.length}/${HELD}`);
    if (!counts || dealsOf(counts) < 2) {
      return shell.noAnswer(filled(text.never, { deals: whole(book.deals) }));
    }
    const found = told(counts, question);
    const line = (name, parts, ...more) =>
      ({ name: text[name], value: [...parts, ...more].filter(Boolean).join(" ") });
    const lines = ["win", "tie", "capote"].map((name) => line(name, found[name]));
    const now = { juego: before(question, null) };
    if (question.juegos) now.partida = before(question, question.juegos);
    for (const [name, chance] of Object.entries(now))
      lines.push(line(name, found[name], `(${chanceText(chance).join(" ").trim()})`));
    shell.answer("", filled(text.made, { points: found.points.join(" ").trim() }), lines);
    return drawAbout(question, kind, counts);
  };

  const drawAbout = (question, kind, counts) => {
    const about = get("about");
    const numbers = Object.fromEntries(COUNTED.map((name, i) => [name, kind[i]]));
    const deals = { deals: whole(dealsOf(counts)), all: whole(book.deals) };
    about.append(paragraph(filled(text.mean, { ...numbers, ...deals })));
    about.append(paragraph(filled(text.differ, { spread: book.spread[question.position - 1] })));
    const words = `table kinds --position ${question.position}${scoreWords(question)}`;
    about.append(paragraph(`${text.row} `, make("code", commandOf(words + book.sample))));
    const hand = byCards() ? state.hand.map(nameOf).join(" ") : "…";
    const suit = byCards() ? shell.picked("trump") : "…";
    const own = `hand ${hand} --trump ${suit} --position ${question.position}`;
    about.append(paragraph(`${text.own} `, make("code", commandOf(own))));
    if (question.position === 1) drawLead(about, kind[0]);
  };

  const leadAt = (name, trumps) =>
    book.leads.find((lead) => lead.lead === name && lead.trumps === trumps);
  // The kinds of cards that are in hand, or all of them when only numbers are known.
  const LEADS = Object.keys(book.kinds_of_leads);
  const leadsHeld = (trumps) => {
    const known = LEADS.map((name) => leadAt(name, trumps)).filter(Boolean);
    if (!byCards()) return known;
    const held = new Set(state.hand.map(leadOf));
    return known.filter((lead) => held.has(lead.lead));
  };
  const leadOf = (card) => {
    const manilla = state.hand.includes(suitOf(card) * RANKS + RANKS - 1);
    const rank = rankOf(card);
    if (suitOf(card) === trumpSuit()) return rank === "9" ? "trump manilla" : "other trump";
    if (rank === "9") return "manilla";
    if (rank === "1") return manilla ? "ace beside manilla" : "ace alone";
    if (manilla) return "under manilla";
    return ["12", "11", "10"].includes(rank) ? "figure" : "low";
  };
  const drawLead = (about, trumps) => {
    const held = leadsHeld(trumps);
    if (!held.length) return;
    about.append(make("h2", filled(text.lead, { trumps })));
    const rows = held.map((lead) => ({
      head: book.kinds_of_leads[lead.lead],
      cells: [{ parts: [lead.led, ""] }, { parts: lead.behind }],
    }));
    const table = make("table", undefined, { class: "figures named" });
    drawFigures(table, "", [text.led, text.behind], rows);
    about.append(table);
  };

  // A table of numbers: rows of { head, cells }, cells of { parts, tone } or null.
  const drawFigures = (table, corner, heads, rows) => {
    table.replaceChildren();
    const head = table.createTHead().insertRow();
    head.append(corner ? make("th", corner, { scope: "col" }) : make("td"));
    for (const name of heads) head.append(make("th", name, { scope: "col" }));
    const body = table.createTBody();
    for (const { head: name, cells } of rows) {
      const row = body.insertRow();
      row.append(make("th", name, { scope: "row" }));
      for (const found of cells) {
        const cell = row.insertCell();
        if (!found) continue;
        cell.className = found.tone ?? "";
        cell.append(found.parts[0]);
        if (found.parts[1]) cell.append(make("small", found.parts[1]));
      }
    }
  };

  const range = (most) => Array.from({ length: most + 1 }, (_, n) => n);
  const cellOf = (counts, question, of) => {
    if (!counts || dealsOf(counts) < 2) return null;
    const { value } = pointsOf(counts);
    return { parts: told(counts, question)[of], tone: value > HALF ? "go" : "stop" };
  };
  const drawSheet = (question) => {
    const of = new FormData(get("of")).get("of");
    const { position } = question;
    const both = together(position, [0, 1]);
    const trumps = Math.max(...[...both.keys()].map((key) => Number(key.split(",")[0])));
    drawFigures(get("grid"), "", range(4), range(trumps).map((number) => ({
      head: number,
      cells: range(4).map((manillas) => cellOf(both.get(`${number},${manillas}`), question, of)),
    })));
    const single = COUNTED.map((_, axis) => together(position, [axis]));
    drawFigures(get("each"), text.number, COUNTED.map((name) => text[name]), range(trumps).map((n) => ({
      head: n,
      cells: single.map((deals) => cellOf(deals.get(String(n)), question, of)),
    })));
    get("sheet-about").textContent = [
      book.positions[position - 1], of === "points" ? text.points_of : text[of],
      ["juego", "partida"].includes(of)
        ? `${text.score} ${question.score.join("–")}` +
          (of === "partida" ? `, ${text.juegos} ${question.juegos.join("–")}` : "")
        : "",
      text.rows,
    ].filter(Boolean).join(" · ");
    get("means").textContent = filled(text.sheet_note, { deals: whole(book.deals) });
  };

  const drawLeads = () => {
    const trumps = range(6).slice(1);
    drawFigures(get("leads"), text.trumps, trumps, LEADS.map((name) => ({
      head: book.kinds_of_leads[name],
      cells: trumps.map((number) => {
        const lead = leadAt(name, number);
        return lead ? { parts: lead.behind, tone: lead.usual ? "go" : "" } : null;
      }),
    })));
  };

  get("values").className = "rows";
  get("answer").classList.add("screen"); // paper shows what holds for every hand
  const draw = shell.open(() => {
    const question = asked();
    get("by-cards").hidden = !byCards();
    get("by-count").hidden = byCards();
    if (get("juegos")) get("juegos").hidden = !shell.score();
    drawCards();
    const kind = kindAsked();
    drawAnswer(question, kind, kind && kinds[question.position - 1].get(codeOf(kind)));
    drawSheet(question);
  });
  get("of").addEventListener("change", () => draw());
  get("of").addEventListener("submit", (event) => event.preventDefault());
  drawLeads();
})();
