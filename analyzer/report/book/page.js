"use strict";
// Looks up how a hand ends in each way to go on, and does the arithmetic of stakes and match.
(() => {
  const book = JSON.parse(document.getElementById("data").textContent);
  const text = book.text;
  const get = (id) => document.getElementById(id);
  const SUITS = "♦♠♥♣";
  const NAMES = ["picafumo", "espadilha", "copeta", "zap"];
  const FIRST_MANILHA = 11;
  const ACTIONS = ["accept", "run", "raise"]; // of equals the first is taken
  const SIGNS = { accept: "✓", run: "–", raise: "▲" };

  const chances = (() => {
    const raw = atob(book.chances);
    const bytes = new Uint8Array(raw.length);
    for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
    return new Uint32Array(bytes.buffer);
  })();
  const FULL = 4294967295;

  // The hands of a vira in the book's order: powers from the highest, no more than there are.
  const handsOf = (counts) => {
    const held = [];
    for (let power = counts.length - 1; power > 0; power--) if (counts[power]) held.push(power);
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

  const asked = () => {
    const form = new FormData(get("asked"));
    const players = Number(form.get("players"));
    const place = Number(form.get("position"));
    return {
      players,
      position: place === 4 ? players : place,
      caller: Number(form.get("caller")),
      score: get("by-score").checked ? [Number(get("us").value), Number(get("them").value)] : null,
    };
  };

  const ends = (question, vira, hand) => {
    const row = hands[vira].get(hand.join());
    let at = startOf(question.players, question.position, vira) + row * width;
    at += question.caller * book.fields.length;
    const found = { aU: 0, sU: 0, gU: 0 };
    book.fields.forEach((name, i) => { found[name] = chances[at + i] / FULL; });
    found.aL = 1 - found.aW - found.aU;
    return found;
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
    const found = ends(question, vira, hand);
    const worth = worthOf(question);
    const [plain, truco, seis, nove] = book.ladder;
    const played = (stake, w, l, u) => w * worth(stake, 0) + l * worth(0, stake) + u * worth(0, 0);
    // He who would lose the match by running stays.
    const mayRun = !question.score || question.score[0] + truco < book.target;
    const again = { w: found.gW, l: found.gL, u: found.gU };
    const stay = mayRun
      ? { w: found.sW, l: found.sL, u: found.sU }
      : { w: found.aW - again.w, l: found.aL - again.l, u: found.aU - again.u };
    const raisers = again.w + again.l + again.u;
    const runs = mayRun ? 1 - stay.w - stay.l - stay.u - raisers : 0;
    const values = {
      accept: played(truco, found.aW, found.aL, found.aU),
      run: worth(0, plain),
      raise: runs * worth(truco, 0) + played(seis, stay.w, stay.l, stay.u) +
        Math.max(raisers * worth(0, seis), played(nove, again.w, again.l, again.u)),
    };
    const most = Math.max(...ACTIONS.map((name) => values[name]));
    const lost = worth(0, truco);
    const needed = (values.run - lost - found.aU * (worth(0, 0) - lost)) / (worth(truco, 0) - lost);
    return { values, needed, win: found.aW, action: ACTIONS.find((n) => values[n] >= most - 1e-9) };
  };

  const decimal = (shown) => shown.replace(".", book.decimal);
  const percent = (value) => {
    if (Math.abs(value) < 2e-9 || Math.abs(1 - value) < 2e-9) return value < 0.5 ? "0%" : "100%";
    const shown = (100 * value).toFixed(2);
    if (shown === "0.00") return decimal("<0.01%");
    if (shown === "100.00") return decimal(">99.99%");
    return decimal(shown) + "%";
  };
  const signed = (value) => {
    const shown = Math.abs(value).toFixed(2);
    if (Number(shown) === 0) return decimal(shown);
    return (value < 0 ? "−" : "+") + decimal(shown);
  };

  const nameOf = (power) =>
    power >= FIRST_MANILHA ? NAMES[power - FIRST_MANILHA] : book.ranks[power - 1];
  const shortOf = (power) =>
    power >= FIRST_MANILHA ? SUITS[power - FIRST_MANILHA] : book.ranks[power - 1];

  const make = (tag, content, attributes = {}) => {
    const element = document.createElement(tag);
    if (content !== undefined) element.textContent = content;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };

  const left = (power) =>
    book.counts[state.vira][power] - state.hand.filter((held) => held === power).length;

  const drawCards = () => {
    const cards = get("cards");
    const focused = document.activeElement?.dataset?.power;
    cards.replaceChildren();
    if (state.vira >= 0) {
      const counts = book.counts[state.vira];
      for (let power = counts.length - 1; power > 0; power--) {
        if (!counts[power]) continue;
        const button = make("button", shortOf(power), { type: "button", "data-power": power });
        if (power >= FIRST_MANILHA) button.append(make("small", nameOf(power)));
        button.disabled = state.hand.length === 3 || left(power) === 0;
        button.addEventListener("click", () => {
          state.hand = [...state.hand, power].sort((a, b) => b - a);
          draw();
        });
        cards.append(button);
        if (focused === String(power) && !button.disabled) button.focus();
      }
    }
    const held = get("held");
    held.replaceChildren();
    if (!state.hand.length) held.append(text.empty);
    state.hand.forEach((power, i) => {
      const label = text.remove.replace("{card}", nameOf(power));
      const button = make("button", shortOf(power), { type: "button", "aria-label": label });
      if (power >= FIRST_MANILHA) button.append(make("small", nameOf(power)));
      button.addEventListener("click", () => { state.hand.splice(i, 1); draw(); });
      held.append(button);
    });
  };

  const drawAnswer = (question) => {
    const decision = get("decision");
    const values = get("values");
    values.replaceChildren();
    decision.className = "none";
    if (question.score && Math.max(...question.score) === book.target - 1) {
      decision.textContent = text.onze;
      return;
    }
    if (state.hand.length < 3 || state.vira < 0) {
      decision.textContent = text.pick;
      return;
    }
    const found = answer(question, state.vira, state.hand);
    decision.className = found.action;
    decision.textContent = text[found.action].toUpperCase();
    const shown = question.score ? percent : signed;
    const line = (name, value, best) => {
      values.append(make("dt", name, best ? { class: "best" } : {}));
      values.append(make("dd", value, best ? { class: "best" } : {}));
    };
    line(text.win, percent(found.win));
    line(text.run, shown(found.values.run), found.action === "run");
    line(text.needed, found.needed > 1 ? text.more : percent(Math.max(found.needed, 0)));
    line(text.accept, shown(found.values.accept), found.action === "accept");
    line("", "");
    line(text.raise, shown(found.values.raise), found.action === "raise");
  };

  // One cell for the two best cards: what most of the third cards come to, by how often they are held.
  const cellOf = (question, best, second) => {
    const counts = book.counts[state.vira];
    const weights = { accept: 0, run: 0, raise: 0 };
    let middle = null;
    let total = 0;
    for (let third = second; third > 0; third--) {
      const hand = [best, second, third];
      if (!hands[state.vira].has(hand.join())) continue;
      const used = hand.filter((power) => power === third).length - 1;
      const ways = counts[third] - used;
      weights[answer(question, state.vira, hand).action] += ways;
      total += ways;
      middle = middle ?? hand;
    }
    if (!total) return null;
    const action = ACTIONS.reduce((one, other) => (weights[other] > weights[one] ? other : one));
    return { action, hand: middle, all: weights[action] === total };
  };

  const drawGrid = (question) => {
    const grid = get("grid");
    grid.replaceChildren();
    get("sheet").hidden = state.vira < 0;
    if (state.vira < 0 || (question.score && Math.max(...question.score) === book.target - 1)) return;
    const counts = book.counts[state.vira];
    const powers = [];
    for (let power = counts.length - 1; power > 0; power--) if (counts[power]) powers.push(power);
    const head = grid.insertRow();
    head.insertCell();
    for (const power of powers) head.append(make("th", shortOf(power), { scope: "col" }));
    for (const best of powers) {
      const row = grid.insertRow();
      row.append(make("th", shortOf(best), { scope: "row" }));
      for (const second of powers) {
        const cell = row.insertCell();
        const found = second <= best ? cellOf(question, best, second) : null;
        if (!found) continue;
        cell.className = found.action;
        const letter = SIGNS[found.action] + (found.all ? "" : "*");
        const label = `${nameOf(best)} ${nameOf(second)}: ${text[found.action]}`;
        const button = make("button", letter, { type: "button", "aria-label": label });
        button.addEventListener("click", () => {
          state.hand = found.hand;
          draw();
          window.scrollTo({ top: 0 });
        });
        cell.append(button);
      }
    }
    const place = { 1: text.first, 2: text.second, 3: text.third };
    const position = question.position === question.players ? text.last : place[question.position];
    const vira = book.viras[state.vira];
    get("sheet-about").textContent = [
      vira ? `${text.vira} ${vira}` : "", `${text.players}: ${question.players}`,
      `${text.position} ${position}`, `${text.caller}: ${book.callers[question.caller]}`,
      question.score ? `${text.score} ${question.score.join("-")}` : text.points,
    ].filter(Boolean).join(" · ");
    get("sheet-key").textContent = text.grid_note;
  };

  const draw = () => {
    const question = asked();
    for (const label of document.querySelectorAll(".four")) label.hidden = question.players === 2;
    get("scores").hidden = !question.score;
    drawCards();
    drawAnswer(question);
    drawGrid(question);
  };

  get("asked").addEventListener("submit", (event) => event.preventDefault());
  get("asked").addEventListener("change", (event) => {
    const field = event.target;
    if (field.name === "vira") {
      state.vira = book.viras.indexOf(field.value);
      state.hand = []; // other cards are manilhas now
    }
    if (field.name === "players" && field.value === "2") {
      const chosen = document.querySelector("input[name=position]:checked");
      if (chosen.closest(".four")) document.querySelector("input[name=position][value='4']").checked = true;
    }
    if (field.type === "number") {
      field.value = Math.min(Math.max(Math.trunc(Number(field.value) || 0), 0), book.target - 1);
    }
    draw();
  });
  get("print").addEventListener("click", () => window.print());
  draw();
})();
