// A replay: the whole game is in the page; this shows one position after the other.

import { Board, zoomTools } from "./board.js";
import { Charts, seatMark } from "./charts.js";
import { Timeline, barButton, markAt } from "./timeline.js";

const ALL_SEATS = "all";

// The data of the page: base64 of compressed JSON.
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

// For every position the number of each fragment's text, -1 where it is not there: rows of a table.
function played(changes, count) {
  const rows = [];
  let row = new Int32Array(count).fill(-1);
  for (const list of changes) {
    if (list.length) row = row.slice();
    for (let i = 0; i < list.length; i += 2) row[list[i]] = list[i + 1];
    rows.push(row);
  }
  return rows;
}

function element(kind, name = "", text = "") {
  const made = document.createElement(kind);
  if (name) made.className = name;
  if (text) made.textContent = text;
  return made;
}

class ReplayPage {
  constructor(data) {
    this.data = data;
    this.rows = Object.fromEntries(
      Object.entries(data.views).map(([view, changes]) => [view, played(changes, data.names.length)]),
    );
    this.view = Object.keys(data.views).includes(ALL_SEATS) ? ALL_SEATS : Object.keys(data.views)[0];
    this.build();
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.goToLink());
    this.goToLink();
    this.hideSecrets();
    this.show(this.timeline.step);
  }

  get last() {
    return this.data.steps.length - 1;
  }

  build() {
    const top = element("header", "top");
    top.append(element("h1", "", this.data.about.title), element("span", "about", this.data.about.heading), this.seats());
    this.middle = element("main", "middle");
    const frame = element("div", "board");
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", "The board");
    this.board = new Board(svg, ...this.data.canvas);
    frame.append(svg);
    this.middle.append(frame, this.side());
    const bottom = element("footer");
    this.timeline = new Timeline(bottom, {
      length: this.last,
      marks: this.data.marks,
      onMove: (step) => this.show(step),
      describe: (step) => this.moment(step),
    });
    this.timeline.controls.append(...this.further());
    document.body.append(top, this.middle, bottom, this.help());
  }

  // Whose knowledge is shown: everybody's, or that of one seat.
  seats() {
    const place = element("div", "seats");
    place.setAttribute("role", "group");
    place.setAttribute("aria-label", "Whose view is shown");
    this.viewButtons = new Map();
    if (ALL_SEATS in this.data.views) {
      const all = element("button", "", "all");
      all.title = "Show everything (0)";
      this.viewButtons.set(ALL_SEATS, all);
    }
    this.data.about.players.forEach((player, seat) => {
      const button = element("button");
      button.append(seatMark(player), element("span", "who", player.player));
      button.title = `${player.name}, played by ${player.player}: show only what this seat may know (${seat + 1})`;
      button.setAttribute("aria-label", `View of ${player.name}, played by ${player.player}`);
      button.disabled = !(String(seat) in this.data.views);
      this.viewButtons.set(String(seat), button);
    });
    for (const [view, button] of this.viewButtons) {
      button.type = "button";
      button.addEventListener("click", () => this.choose(view));
      place.append(button);
    }
    return place;
  }

  side() {
    const side = element("aside", "side");
    const now = element("section", "now");
    now.setAttribute("aria-live", "polite");
    this.momentLine = element("div", "moment");
    this.question = element("div", "question");
    this.choice = element("div", "chosen");
    now.append(this.momentLine, this.question, this.choice);
    this.log = element("ol", "log");
    this.log.setAttribute("aria-label", "What happened");
    this.logFrame = element("div", "log-frame");
    this.logFrame.tabIndex = 0;
    this.logFrame.append(this.log);
    this.lines = [];
    this.data.steps.forEach((step, at) => {
      for (const [text, kind] of step.lines) this.lines.push(this.line(at, text, kind));
      if (step.choice) this.lines.push(this.line(at + 1, step.choice, "choice", step.seat));
    });
    this.lines.push(this.line(this.last, this.data.about.result, "stage"));
    this.log.append(...this.lines.map((line) => line.item));
    this.told = this.last; // as if all were told, so that the first position hides what comes later
    this.first = Array.from({ length: this.last + 2 }, (_, step) => this.lines.findIndex((line) => line.at >= step));
    this.first = this.first.map((found) => (found < 0 ? this.lines.length : found));
    const charts = element("section");
    this.charts = new Charts(charts, {
      series: this.data.series,
      players: this.data.about.players,
      onMove: (step) => this.timeline.go(step),
    });
    side.append(now, this.logFrame, charts);
    return side;
  }

  line(at, text, kind, seat = null) {
    const who = seat === null ? "" : `${this.data.about.players[seat].name}: `;
    const item = element("li", kind, who + text.replace(/^[=\- ]+|[=\- ]+$/g, ""));
    item.addEventListener("click", () => this.timeline.go(at));
    return { item, at, seat };
  }

  further() {
    const next = barButton("Next decision of the seat shown", "decision ›", () => this.nextDecision(), "n");
    const link = barButton("Copy a link to this position", "link", () => this.copyLink(), "l");
    const wide = barButton("Hide or show what happened", "wide", () => this.middle.classList.toggle("wide"), "w");
    const help = barButton("Keys", "?", () => this.helpBox.showModal(), "?");
    return [next, element("span", "gap"), zoomTools(this.board), wide, link, help];
  }

  help() {
    this.helpBox = element("dialog");
    this.helpBox.setAttribute("aria-label", "Keys");
    const table = element("table");
    const keys = [
      ["← →", "one decision; with Shift ten"], ["space", "play or pause"], ["Home End", "the start, the end"],
      ["PgUp PgDn", "turn"], ["[ ]", "stage"], ["c C", "combat"], ["n N", "decision of the seat shown"],
      ["0, 1 to 9", "view of all, of a seat"], ["+ - z", "zoom in, out, the whole board"], ["w", "wide board"],
      ["l", "copy a link to this position"],
    ];
    for (const [key, meaning] of keys) {
      const row = element("tr");
      const cell = element("td");
      cell.append(element("kbd", "", key));
      row.append(cell, element("td", "", meaning));
      table.append(row);
    }
    const form = element("form");
    form.method = "dialog";
    form.append(table, element("button", "main", "Close"));
    this.helpBox.append(form);
    return this.helpBox;
  }

  // ---- showing a position

  show(step) {
    const names = this.data.names;
    const row = this.rows[this.view][step];
    for (let i = 0; i < names.length; i += 1) {
      if (this.shown && this.shown[i] === row[i]) continue;
      if (row[i] < 0) this.board.remove(names[i]);
      else this.board.put(names[i], this.data.texts[row[i]]);
    }
    this.shown = row;
    this.sortFragments();
    const now = this.data.steps[step];
    this.momentLine.textContent = this.moment(step);
    this.question.textContent = now.question ?? (step === this.last ? this.data.about.result : "");
    const mayKnow = this.view === ALL_SEATS || String(now.seat) === this.view;
    this.choice.textContent = now.choice && mayKnow ? `→ ${now.choice}` : "";
    for (const [view, button] of this.viewButtons) {
      button.setAttribute("aria-pressed", String(view === this.view));
      button.classList.toggle("acts", String(now.seat) === view);
    }
    this.tell(step);
    this.charts.show(step);
    history.replaceState(null, "", `#step=${step}${this.view === ALL_SEATS ? "" : `&seat=${this.view}`}`);
  }

  // A fragment that is added again must not lie above those drawn after it.
  sortFragments() {
    let before = null;
    for (const name of this.data.names) {
      const group = this.board.groups.get(name)?.group;
      if (!group) continue;
      if (before ? before.nextSibling !== group : group.previousSibling) {
        if (before) before.after(group);
        else this.board.svg.prepend(group);
      }
      before = group;
    }
  }

  // Lines up to a position; only those between the last one and this change.
  tell(step) {
    const [low, high] = [Math.min(step, this.told), Math.max(step, this.told)];
    for (let i = this.first[low]; i < this.first[high + 1]; i += 1) {
      const { item, at } = this.lines[i];
      item.classList.toggle("later", at > step);
      item.classList.toggle("current", at === step);
    }
    this.told = step;
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.logFrame.scrollTop = 0; // the end, where somebody has looked back
    });
  }

  // What another seat has chosen is not told to the seat shown.
  hideSecrets() {
    for (const { item, seat } of this.lines) {
      if (seat !== null) item.classList.toggle("secret", this.view !== ALL_SEATS && String(seat) !== this.view);
    }
  }

  moment(step) {
    const turn = markAt(this.data.marks, step, "turn");
    const stage = markAt(this.data.marks, step, "stage");
    const words = [turn?.label, stage && (!turn || stage.step >= turn.step) ? stage.label : null];
    return [...words.filter(Boolean), `decision ${step} of ${this.last}`].join(" · ");
  }

  choose(view) {
    if (!(view in this.rows)) return;
    this.view = view;
    this.hideSecrets();
    this.show(this.timeline.step);
  }

  nextDecision(back = false) {
    const steps = this.data.steps;
    const wanted = (step) => steps[step].seat !== undefined && (this.view === ALL_SEATS || String(steps[step].seat) === this.view);
    for (let at = this.timeline.step + (back ? -1 : 1); at >= 0 && at <= this.last; at += back ? -1 : 1) {
      if (wanted(at)) {
        this.timeline.go(at);
        return;
      }
    }
  }

  goToLink() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    if (wanted.get("seat") in this.rows) this.choose(wanted.get("seat"));
    const step = Number(wanted.get("step") ?? this.timeline.step);
    if (Number.isInteger(step)) this.timeline.go(step);
  }

  async copyLink() {
    try {
      await navigator.clipboard.writeText(location.href);
    } catch {
      prompt("A link to this position", location.href);
    }
  }

  key(event) {
    if (this.helpBox.open || this.timeline.key(event)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select, textarea")) return;
    const seat = Number(event.key);
    if (event.key.length === 1 && Number.isInteger(seat) && event.key !== " ") {
      this.choose(seat === 0 ? ALL_SEATS : String(seat - 1));
      return;
    }
    ({
      n: () => this.nextDecision(),
      N: () => this.nextDecision(true),
      "+": () => this.board.zoomBy(1.4),
      "-": () => this.board.zoomBy(1 / 1.4),
      z: () => this.board.zoomOut(),
      w: () => this.middle.classList.toggle("wide"),
      l: () => this.copyLink(),
      "?": () => this.helpBox.showModal(),
    })[event.key]?.();
  }
}

try {
  window.replay = new ReplayPage(await unpacked(document.getElementById("data").textContent));
} catch (error) {
  document.body.append(element("p", "problem", `This replay cannot be shown: ${error.message}. A current browser is needed.`));
  throw error;
}
