"use strict";
// What the pages of all games do alike. A game's own program follows and hands `shell.open` what
// draws the page: it looks chances up, does the arithmetic, and shows what comes out.
const shell = (() => {
  const book = JSON.parse(document.getElementById("data").textContent);
  const text = book.text;
  const get = (id) => document.getElementById(id);
  const SIGNS = { go: "✓", stop: "–", raise: "▲", bluff: "△" };
  const ROUNDING = 1e-9;

  // Numbers of one kind, such as Uint32Array, from base64.
  const numbers = (coded, Kind) => {
    const raw = atob(coded);
    const bytes = new Uint8Array(raw.length);
    for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
    return new Kind(bytes.buffer);
  };

  const make = (tag, content, attributes = {}) => {
    const element = document.createElement(tag);
    if (content !== undefined) element.textContent = content;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
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
  const needed = (share) => (share > 1 ? text.more : percent(Math.max(share, 0)));

  // Of equals the first action is taken.
  const best = (values) => {
    const most = Math.max(...Object.values(values));
    return Object.keys(values).find((name) => values[name] >= most - ROUNDING);
  };

  const picked = (name) => new FormData(get("asked")).get(name);
  const score = () =>
    get("by-score").checked ? [Number(get("us").value), Number(get("them").value)] : null;
  const seats = () => {
    const players = Number(picked("players"));
    const place = Number(picked("position"));
    return { players, position: place === 4 ? players : place };
  };
  const place = ({ players, position }) => {
    if (position === players) return text.last;
    return { 1: text.first, 2: text.second, 3: text.third }[position];
  };

  // Cards in hand and cards to tap. A deck lists { id, face, name, left }, and `small` words or a
  // `column` where there are any; `changed` is told the cards that are held then.
  const drawCards = (deck, hand, most, changed) => {
    const shown = (card, attributes) => {
      const button = make("button", card.face, { type: "button", ...attributes });
      if (card.small) button.append(make("small", card.small));
      return button;
    };
    const cards = get("cards");
    const focused = document.activeElement?.dataset?.card;
    cards.replaceChildren();
    for (const card of deck) {
      const button = shown(card, { "data-card": card.id });
      button.disabled = hand.length === most || card.left === 0;
      if (card.column) button.style.gridColumn = card.column;
      button.addEventListener("click", () => changed([...hand, card.id]));
      cards.append(button);
      if (focused === String(card.id) && !button.disabled) button.focus();
    }
    const held = get("held");
    held.replaceChildren();
    if (!hand.length) held.append(text.empty);
    const nameOf = (id) => deck.find((card) => card.id === id).name;
    get("held-about").textContent = hand.map(nameOf).join(" ");
    hand.forEach((id, i) => {
      const card = deck.find((one) => one.id === id);
      const label = text.remove.replace("{card}", card.name);
      const button = shown(card, { "aria-label": label });
      button.addEventListener("click", () => changed(hand.filter((_, at) => at !== i)));
      held.append(button);
    });
  };

  // What to do and why: lines of { name, value, best }, and what else is to be known.
  const answer = (tone, decision, lines, note = "") => {
    get("decision").className = tone;
    get("decision").textContent = decision;
    get("note").textContent = note;
    get("values").replaceChildren();
    for (const line of lines) {
      const marked = line.best ? { class: "best" } : {};
      get("values").append(make("dt", line.name, marked), make("dd", line.value, marked));
    }
  };
  const noAnswer = (why) => answer("none", why, []);

  // A table of decisions: rows of { head, cells }, cells of { tone, sure, label, pick } or null.
  // Heads are names or { name, label }; groups of them are { name, span }.
  const drawGrid = (table, heads, rows, groups = []) => {
    table.replaceChildren();
    if (groups.length) {
      const above = table.insertRow();
      above.insertCell();
      for (const { name, span } of groups) {
        above.append(make("th", name, { scope: "colgroup", colspan: span }));
      }
    }
    const head = table.insertRow();
    head.insertCell();
    for (const one of heads) {
      const label = one.label ? { "aria-label": one.label } : {};
      head.append(make("th", one.name ?? one, { scope: "col", ...label }));
    }
    for (const { head: name, cells } of rows) {
      const row = table.insertRow();
      row.append(make("th", name, { scope: "row" }));
      for (const found of cells) {
        const cell = row.insertCell();
        if (!found) continue;
        cell.className = found.tone;
        const sign = SIGNS[found.tone] + (found.sure ? "" : "*");
        const button = make("button", sign, { type: "button", "aria-label": found.label });
        button.addEventListener("click", () => {
          found.pick();
          window.scrollTo({ top: 0 });
        });
        cell.append(button);
      }
    }
  };

  // Draws the page now and after every change; `changed` hears of the field first.
  const open = (drawGame, changed = () => {}) => {
    const draw = () => {
      const four = picked("players") === "4";
      for (const label of document.querySelectorAll(".four")) label.hidden = !four;
      get("scores").hidden = !score();
      drawGame();
    };
    get("asked").addEventListener("submit", (event) => event.preventDefault());
    get("asked").addEventListener("change", (event) => {
      const field = event.target;
      if (field.name === "players" && field.value === "2") {
        const chosen = document.querySelector("input[name=position]:checked");
        if (chosen.closest(".four")) {
          document.querySelector("input[name=position][value='4']").checked = true;
        }
      }
      if (field.type === "number") {
        const points = Math.trunc(Number(field.value) || 0);
        field.value = Math.min(Math.max(points, 0), Number(field.max));
      }
      changed(field);
      draw();
    });
    get("print").addEventListener("click", () => window.print());
    draw();
    return draw;
  };

  return {
    book, text, get, numbers, make, percent, signed, needed, best, picked, score, seats, place,
    drawCards, answer, noAnswer, drawGrid, open,
  };
})();
