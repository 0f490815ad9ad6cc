// The board: named pieces of SVG in one picture. Pieces come from the game's own drawing, which escapes every text.

const SVG = "http://www.w3.org/2000/svg";

export class Board {
  // `svg` is an empty <svg>; `width` and `height` are those of the drawing.
  constructor(svg, width, height) {
    this.svg = svg;
    this.size = [width, height];
    this.groups = new Map();
    this.zoom = { x: 0, y: 0, scale: 1 };
    svg.setAttribute("preserveAspectRatio", "xMidYMid meet");
    svg.setAttribute("font-family", "'DejaVu Sans', Verdana, 'Segoe UI', sans-serif");
    this.frame();
    this.listen();
  }

  // A whole position: {name: markup} in the order the pieces lie on each other.
  show(pieces) {
    for (const name of [...this.groups.keys()]) {
      if (!(name in pieces)) this.remove(name);
    }
    this.update(pieces);
    for (const name of Object.keys(pieces)) this.svg.append(this.groups.get(name).group);
  }

  // Only what has changed: {name: markup}, null where a piece is gone. New pieces lie above the others.
  update(pieces) {
    for (const [name, markup] of Object.entries(pieces)) {
      if (markup === null) this.remove(name);
      else this.put(name, markup);
    }
  }

  put(name, markup) {
    let known = this.groups.get(name);
    if (!known) {
      known = { group: document.createElementNS(SVG, "g"), markup: null };
      known.group.id = `f-${name}`;
      this.groups.set(name, known);
      this.svg.append(known.group);
    }
    if (known.markup !== markup) {
      known.group.innerHTML = markup;
      known.markup = markup;
    }
  }

  remove(name) {
    this.groups.get(name)?.group.remove();
    this.groups.delete(name);
  }

  // Everything on the board that is about these places, such as "hex-12".
  pieces(places) {
    const wanted = new Set(places);
    return [...this.svg.querySelectorAll("[data-at]")].filter((piece) => wanted.has(piece.dataset.at));
  }

  // Mark the pieces of some places with a class, and no others.
  light(places, mark = "lit") {
    for (const piece of this.svg.querySelectorAll(`[data-at].${mark}`)) piece.classList.remove(mark);
    for (const piece of this.pieces(places)) piece.classList.add(mark);
  }

  // Zoom: the wheel with Ctrl, the buttons, or + and -; a zoomed board can be dragged.
  zoomBy(factor, x = this.size[0] / 2, y = this.size[1] / 2) {
    const before = this.zoom.scale;
    const scale = Math.min(6, Math.max(1, before * factor));
    this.zoom.x = x - ((x - this.zoom.x) * before) / scale;
    this.zoom.y = y - ((y - this.zoom.y) * before) / scale;
    this.zoom.scale = scale;
    this.frame();
  }

  zoomOut() {
    this.zoom = { x: 0, y: 0, scale: 1 };
    this.frame();
  }

  frame() {
    const [width, height] = this.size;
    const { scale } = this.zoom;
    const inside = (value, size) => Math.min(Math.max(value, 0), size - size / scale);
    this.zoom.x = inside(this.zoom.x, width);
    this.zoom.y = inside(this.zoom.y, height);
    this.svg.setAttribute("viewBox", `${this.zoom.x} ${this.zoom.y} ${width / scale} ${height / scale}`);
    this.svg.classList.toggle("zoomed", scale > 1);
  }

  point(event) {
    const matrix = this.svg.getScreenCTM();
    return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : new DOMPoint();
  }

  listen() {
    this.svg.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { x, y } = this.point(event);
      this.zoomBy(event.deltaY < 0 ? 1.2 : 1 / 1.2, x, y);
    }, { passive: false });
    let from = null;
    this.svg.addEventListener("pointerdown", (event) => {
      from = this.zoom.scale > 1 ? this.point(event) : null;
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (!from || event.buttons !== 1) return;
      const { x, y } = this.point(event);
      this.zoom.x += from.x - x;
      this.zoom.y += from.y - y;
      this.svg.classList.add("dragged");
      this.frame();
    });
    for (const end of ["pointerup", "pointerleave"]) {
      this.svg.addEventListener(end, () => {
        from = null;
        this.svg.classList.remove("dragged");
      });
    }
  }
}

// Buttons that zoom a board, for a bar.
export function zoomTools(board) {
  const tools = document.createElement("div");
  tools.className = "tools";
  const add = (label, words, run) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.title = words;
    button.setAttribute("aria-label", words);
    button.addEventListener("click", run);
    tools.append(button);
  };
  add("+", "Zoom in", () => board.zoomBy(1.4));
  add("−", "Zoom out", () => board.zoomBy(1 / 1.4));
  add("fit", "Show the whole board", () => board.zoomOut());
  return tools;
}
