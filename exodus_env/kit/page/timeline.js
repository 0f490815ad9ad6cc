// Time: a slider over the positions of a game with its turns, stages and combats, buttons, speed and keys.

// The next (or with `back` the last) mark of some kinds beyond a position; null where there is none.
export function markBeyond(marks, step, kinds, back = false) {
  const found = marks.filter((mark) => kinds.includes(mark.kind) && (back ? mark.step < step : mark.step > step));
  return found.length ? found[back ? found.length - 1 : 0] : null;
}

// The last mark of a kind up to a position; null before the first.
export function markAt(marks, step, kind) {
  const found = marks.filter((mark) => mark.kind === kind && mark.step <= step);
  return found.length ? found[found.length - 1] : null;
}

// A button of a bar.
export function barButton(words, label, run, key = "") {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  button.title = key ? `${words} (${key})` : words;
  button.setAttribute("aria-label", words);
  button.addEventListener("click", run);
  return button;
}

const SPEEDS = [["½×", 0.5], ["1×", 1], ["2×", 2], ["4×", 4], ["10×", 10], ["30×", 30]];

export class Timeline {
  // `place` is an empty element; `onMove(step)` is called when the position has changed.
  // A mark is {step, kind: "turn" | "stage" | "combat", label}. `describe(step)` says a position for screen readers.
  constructor(place, { length, marks = [], onMove, describe = (step) => `decision ${step}` }) {
    this.place = place;
    this.onMove = onMove;
    this.describe = describe;
    this.step = 0;
    this.speed = 1;
    this.timer = null;
    this.build();
    this.extend(length, marks);
  }

  build() {
    this.place.classList.add("time");
    const track = document.createElement("div");
    track.className = "track";
    this.bands = document.createElement("div");
    this.bands.className = "bands";
    this.slider = document.createElement("input");
    this.slider.type = "range";
    this.slider.min = "0";
    this.slider.setAttribute("aria-label", "Position in the game");
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    track.append(this.bands, this.slider);
    this.controls = document.createElement("div");
    this.controls.className = "controls";
    this.playButton = barButton("Play or pause", "▶ Play", () => this.toggle(), "space");
    this.playButton.classList.add("play");
    this.where = document.createElement("span");
    this.where.className = "where";
    const speed = document.createElement("select");
    speed.setAttribute("aria-label", "Speed");
    for (const [words, value] of SPEEDS) speed.add(new Option(words, String(value), value === 1, value === 1));
    speed.addEventListener("change", () => this.setSpeed(Number(speed.value)));
    this.controls.append(
      barButton("To the start", "|◀", () => this.go(0), "Home"),
      barButton("Last decision", "◁", () => this.go(this.step - 1), "←"),
      this.playButton,
      barButton("Next decision", "▷", () => this.go(this.step + 1), "→"),
      barButton("To the end", "▶|", () => this.go(this.length), "End"),
      this.where,
      speed,
      barButton("Last turn", "⟪ turn", () => this.jump(["turn"], true), "PgUp"),
      barButton("Next turn", "turn ⟫", () => this.jump(["turn"]), "PgDn"),
      barButton("Last stage", "‹ stage", () => this.jump(["turn", "stage"], true), "["),
      barButton("Next stage", "stage ›", () => this.jump(["turn", "stage"]), "]"),
      barButton("Next combat", "combat ›", () => this.jump(["combat"]), "c"),
    );
    this.place.append(track, this.controls);
  }

  // A game that goes on: the number of its last position, and all its marks.
  extend(length, marks) {
    this.length = length;
    this.marks = marks;
    this.slider.max = String(length);
    this.bands.replaceChildren(...this.ticks());
    this.show();
  }

  ticks() {
    const at = (step) => `${(100 * step) / Math.max(1, this.length)}%`;
    const turns = this.marks.filter((mark) => mark.kind === "turn" && mark.step < this.length);
    const buttons = turns.map((mark, i) => {
      const button = barButton(`Go to ${mark.label}`, mark.label, () => this.go(mark.step));
      const until = i + 1 < turns.length ? turns[i + 1].step : this.length;
      button.style.left = at(mark.step);
      button.style.width = at(until - mark.step);
      button.tabIndex = -1; // the keys for turns do the same
      return button;
    });
    const others = this.marks.filter((mark) => mark.kind !== "turn").map((mark) => {
      const tick = document.createElement("i");
      tick.className = mark.kind;
      tick.title = mark.label;
      tick.style.left = at(mark.step);
      return tick;
    });
    return [...others, ...buttons];
  }

  go(step) {
    const wanted = Math.min(Math.max(0, Math.round(step)), this.length);
    if (wanted === this.step) return;
    this.step = wanted;
    this.show();
    this.onMove(wanted);
  }

  // To the next mark of some kinds, or to the end; back to the last one, or to the start.
  jump(kinds, back = false) {
    const mark = markBeyond(this.marks, this.step, kinds, back);
    this.go(mark ? mark.step : back ? 0 : this.length);
  }

  show() {
    this.slider.value = String(this.step);
    this.slider.setAttribute("aria-valuetext", this.describe(this.step));
    this.where.textContent = `${this.step} / ${this.length}`;
  }

  get playing() {
    return this.timer !== null;
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.step >= this.length) this.go(0);
    this.timer = setInterval(() => {
      this.go(this.step + 1);
      if (this.step >= this.length) this.pause();
    }, 1000 / this.speed);
    this.playButton.textContent = "‖ Pause";
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.playButton.textContent = "▶ Play";
  }

  setSpeed(speed) {
    this.speed = speed;
    if (this.playing) {
      this.pause();
      this.play();
    }
  }

  // What a key does; false where it does nothing, so that the browser may have it.
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.target.closest("input:not([type=range]), select, textarea, dialog")) return false;
    if (event.key === " " && event.target.closest("button, a")) return false;
    const run = {
      ArrowLeft: () => this.go(this.step - (event.shiftKey ? 10 : 1)),
      ArrowRight: () => this.go(this.step + (event.shiftKey ? 10 : 1)),
      Home: () => this.go(0),
      End: () => this.go(this.length),
      PageUp: () => this.jump(["turn"], true),
      PageDown: () => this.jump(["turn"]),
      "[": () => this.jump(["turn", "stage"], true),
      "]": () => this.jump(["turn", "stage"]),
      c: () => this.jump(["combat"]),
      C: () => this.jump(["combat"], true),
      " ": () => this.toggle(),
    }[event.key];
    if (!run) return false;
    event.preventDefault();
    run();
    return true;
  }
}
