// Charts: how a number of every player changes in the course of a game.

const CHART_SPACE = { width: 330, height: 130, left: 30, right: 6, top: 6, bottom: 16 };
const CHART_SVG = "http://www.w3.org/2000/svg";

function chartElement(kind, attributes, text = "") {
  const made = document.createElementNS(CHART_SVG, kind);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  if (text) made.textContent = text;
  return made;
}

// Round numbers from below the lowest to above the highest value, at most five.
export function niceTicks(low, high) {
  const span = Math.max(high - low, 1e-9);
  const power = 10 ** Math.floor(Math.log10(span / 4));
  const size = [1, 2, 5, 10].map((times) => times * power).find((step) => span / step <= 4.5);
  const ticks = [];
  for (let tick = Math.floor(low / size) * size; tick <= high + size * 0.999; tick += size) {
    ticks.push(Math.round(tick / size) * size);
  }
  return ticks;
}

export class Charts {
  // `place` is an empty element. `series` is {name: [values by seat]}, each a list with a number (or null) for every
  // position; `players` is [{name, letter, colour}]; `onMove(step)` is called when somebody points at a position.
  constructor(place, { series, players, onMove }) {
    this.place = place;
    this.players = players;
    this.onMove = onMove;
    this.step = 0;
    this.chosen = null;
    place.classList.add("charts");
    const choose = document.createElement("label");
    choose.className = "choose";
    this.select = document.createElement("select");
    this.select.setAttribute("aria-label", "What the chart shows");
    this.select.addEventListener("change", () => this.choose(this.select.value));
    choose.append(this.select);
    this.svg = chartElement("svg", {
      viewBox: `0 0 ${CHART_SPACE.width} ${CHART_SPACE.height}`, preserveAspectRatio: "none", role: "img",
    });
    this.svg.addEventListener("click", (event) => this.onMove(this.stepAt(event)));
    this.legend = document.createElement("div");
    this.legend.className = "legend";
    place.append(choose, this.svg, this.legend);
    this.extend(series);
  }

  // The numbers of a game that goes on.
  extend(series) {
    this.series = series;
    const names = Object.keys(series);
    this.place.hidden = names.length === 0;
    if (!names.length) return;
    const kept = names.includes(this.chosen) ? this.chosen : names[0];
    this.select.replaceChildren(...names.map((name) => new Option(name, name, false, name === kept)));
    this.choose(kept);
  }

  choose(name) {
    this.chosen = name;
    const values = this.series[name];
    const all = values.flat().filter((value) => value !== null);
    this.ticks = niceTicks(Math.min(0, ...all), Math.max(1, ...all));
    this.last = Math.max(1, ...values.map((one) => one.length - 1));
    this.svg.replaceChildren(...this.grid(), ...values.map((one, seat) => this.line(one, seat)));
    this.cursor = chartElement("line", { class: "cursor", y1: CHART_SPACE.top, y2: CHART_SPACE.height - CHART_SPACE.bottom });
    this.svg.append(this.cursor);
    this.show(this.step);
  }

  x(step) {
    const { width, left, right } = CHART_SPACE;
    return left + ((width - left - right) * step) / this.last;
  }

  y(value) {
    const { height, top, bottom } = CHART_SPACE;
    const [low, high] = [this.ticks[0], this.ticks[this.ticks.length - 1]];
    return height - bottom - ((height - top - bottom) * (value - low)) / (high - low);
  }

  grid() {
    const { width, left, right, height } = CHART_SPACE;
    const levels = this.ticks.flatMap((tick) => [
      chartElement("line", { class: "grid", x1: left, x2: width - right, y1: this.y(tick), y2: this.y(tick) }),
      chartElement("text", { x: left - 4, y: this.y(tick) + 3, "text-anchor": "end" }, String(Math.round(tick * 100) / 100)),
    ]);
    return [...levels, chartElement("text", { x: width - right, y: height - 3, "text-anchor": "end" }, "decisions")];
  }

  line(values, seat) {
    let path = "";
    let drawn = false; // a gap where there is no number, and a level line up to the next one
    let before = null;
    values.forEach((value, step) => {
      if (value === null || (value === before && step + 1 < values.length)) return;
      if (drawn && before !== null) path += `H${this.x(step).toFixed(1)}`;
      path += `${drawn ? "L" : "M"}${this.x(step).toFixed(1)} ${this.y(value).toFixed(1)}`;
      drawn = true;
      before = value;
    });
    return chartElement("path", { class: "series", d: path, stroke: this.players[seat].colour });
  }

  stepAt(event) {
    const box = this.svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * CHART_SPACE.width;
    const { width, left, right } = CHART_SPACE;
    return Math.round(((x - left) / (width - left - right)) * this.last);
  }

  // Where the game is now: the cursor, and the numbers there.
  show(step) {
    this.step = step;
    if (!this.chosen) return;
    const x = this.x(Math.min(step, this.last)).toFixed(1);
    this.cursor.setAttribute("x1", x);
    this.cursor.setAttribute("x2", x);
    const said = this.players.map((player, seat) => [player, this.valueAt(seat, step)]);
    this.svg.setAttribute("aria-label", `${this.chosen}: ${said.map(([who, value]) => `${who.name} ${value}`).join(", ")}`);
    this.legend.replaceChildren(...said.map(([player, value]) => {
      const entry = document.createElement("span");
      entry.append(seatMark(player), ` ${value}`);
      entry.title = player.name;
      return entry;
    }));
  }

  valueAt(seat, step) {
    const values = this.series[this.chosen][seat] ?? [];
    for (let at = Math.min(step, values.length - 1); at >= 0; at -= 1) {
      if (values[at] !== null) return String(Math.round(values[at] * 100) / 100);
    }
    return "–";
  }
}

// A player's colour with its letter.
export function seatMark(player) {
  const mark = document.createElement("span");
  mark.className = "seat-mark";
  mark.style.setProperty("--seat", player.colour);
  mark.textContent = player.letter;
  mark.setAttribute("aria-hidden", "true");
  return mark;
}
