// The start page: choose a game and its players, and find games that have begun.

const byId = (id) => document.getElementById(id);
let games = [];
let checking = 0;
let removing = null; // the table whose button was pressed once

async function call(what, body) {
  const options = body && {
    method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
  };
  const answer = await fetch(what, options);
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.error || "The server did not answer.");
  return found;
}

function make(kind, className = "", text = "") {
  const made = document.createElement(kind);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

const game = () => games.find((one) => one.name === byId("game").value);

// ---- the form ----

function showGame() {
  const one = game();
  byId("environment").replaceChildren(...one.environments.map((found, i) => new Option(found.name, String(i))));
  byId("known-players").replaceChildren(...["human", ...one.suggested].map((name) => new Option(name, name)));
  byId("settings").replaceChildren(...one.settings.map(field));
  byId("players").value = one.players;
  showEnvironment();
}

function field(setting) {
  const { name, label, kind, choices, labels, help } = setting;
  if (kind === "several") {
    const box = make("fieldset", "field wide");
    const ticks = make("div", "ticks");
    for (const [i, choice] of choices.entries()) {
      const tick = make("label");
      const input = make("input");
      Object.assign(input, { type: "checkbox", value: choice, name });
      tick.append(input, labels[i]);
      ticks.append(tick);
    }
    box.append(make("legend", "", label), ticks, make("small", "", help));
    return box;
  }
  const box = make("label", "field");
  let input = make("input");
  if (kind === "one" || kind === "flag") {
    input = make("select");
    input.add(new Option("as usual", ""));
    if (kind === "flag") {
      input.add(new Option("yes", "true"));
      input.add(new Option("no", "false"));
    } else choices.forEach((choice, i) => input.add(new Option(labels[i], choice)));
  } else {
    input.type = kind === "number" ? "number" : "text";
    input.placeholder = "as usual";
  }
  input.name = name;
  input.dataset.kind = kind;
  box.append(make("span", "", label), input, make("small", "", help));
  return box;
}

function showEnvironment() {
  const one = game();
  const chosen = one.environments[Number(byId("environment").value)]?.settings ?? {};
  for (const input of byId("settings").querySelectorAll("[name]")) {
    const fixed = input.name in chosen;
    const was = input.disabled;
    if (fixed) input.value = chosen[input.name];
    else if (was) input.value = "";
    input.disabled = fixed;
  }
  const count = one.environments[Number(byId("environment").value)]?.players;
  if (count) byId("players").value = count;
  else if (byId("players").value === "1") byId("players").value = one.players;
  showSeats();
}

function showSeats() {
  const count = Math.min(16, Math.max(1, Number(byId("players").value) || 1));
  const had = [...byId("seats").querySelectorAll("input")].map((input) => input.value);
  const usual = game().suggested[0] ?? "random";
  const rows = Array.from({ length: count }, (_, seat) => {
    const row = make("div", "seat-row");
    const mark = make("span", "seat-mark", String(seat + 1));
    mark.dataset.seat = seat;
    const input = make("input");
    input.value = had[seat] ?? (seat === 0 ? "human" : usual);
    input.setAttribute("list", "known-players");
    input.setAttribute("aria-label", `Player at seat ${seat + 1}`);
    const human = make("button", "", "human");
    human.type = "button";
    human.addEventListener("click", () => {
      input.value = input.value === "human" ? usual : "human";
      check();
    });
    input.addEventListener("input", () => check());
    input.addEventListener("focus", () => input.select());
    row.append(mark, input, human);
    return row;
  });
  byId("seats").replaceChildren(...rows);
  check();
}

function order() {
  const settings = {};
  for (const input of byId("settings").querySelectorAll("[name]")) {
    if (input.type === "checkbox") {
      if (input.checked) (settings[input.name] ??= []).push(input.value);
    } else if (input.value !== "") {
      settings[input.name] = input.dataset.kind === "flag" ? input.value === "true" : input.value;
    }
  }
  const seed = byId("seed").value.trim();
  return {
    game: byId("game").value,
    settings,
    toml: byId("toml").value,
    seats: [...byId("seats").querySelectorAll("input")].map((input) => input.value.trim()),
    seed: /^\d{1,15}$/.test(seed) ? Number(seed) : null,
  };
}

async function check() {
  const number = ++checking;
  for (const row of byId("seats").children) {
    const human = row.querySelector("input").value === "human";
    row.querySelector("button").textContent = human ? "computer" : "human";
  }
  let words = "";
  let wrong = false;
  try {
    words = (await call("check", order())).words;
  } catch (error) {
    words = error.message;
    wrong = true;
  }
  if (number !== checking) return;
  byId("summary").textContent = words;
  byId("summary").classList.toggle("wrong", wrong);
  byId("begin").disabled = wrong;
}

async function begin() {
  byId("begin").disabled = true;
  try {
    const { name } = await call("tables", order());
    const { tables } = await showTables();
    const mine = tables.find((table) => table.name === name);
    const seat = mine.seats.find((one) => one.link);
    const others = mine.seats.filter((one) => one.link).length > 1;
    if (!others) location.assign(seat ? seat.link : mine.watch);
  } catch (error) {
    byId("summary").textContent = error.message;
    byId("summary").classList.add("wrong");
  }
  byId("begin").disabled = false;
}

// ---- games that have begun ----

async function showTables() {
  const found = await call("tables");
  const rows = found.tables.map(tableRow);
  rows.push(...found.problems.map((problem) => make("li", "table wrong", problem)));
  byId("tables").replaceChildren(...rows);
  byId("none").hidden = rows.length > 0;
  return found;
}

function tableRow(table) {
  const row = make("li", "table");
  const head = make("div", "head");
  const words = { preparing: "getting ready", playing: `${table.decisions} decisions`, over: "over", broken: "broken" };
  head.append(make("strong", "", table.title), make("span", "words", words[table.state]));
  row.append(head, make("div", "words", table.words));
  for (const problem of [table.trouble, table.problem]) if (problem) row.append(make("div", "wrong", problem));
  const seats = make("ul");
  table.seats.forEach((seat, i) => seats.append(seatRow(table, seat, i)));
  const end = make("li");
  const watch = make("a", "", "Watch");
  watch.href = table.watch;
  end.append(watch, buttons(copyButton(table.watch), removeButton(table)));
  seats.append(end);
  row.append(seats);
  return row;
}

function seatRow(table, seat, i) {
  const row = make("li");
  const mark = make("span", "seat-mark", String(i + 1));
  mark.dataset.seat = i;
  row.append(mark);
  if (seat.link) {
    const link = make("a", "who", "Play this seat");
    link.href = seat.link;
    row.append(link);
  } else row.append(make("span", "who", seat.player));
  if (table.state !== "playing") return row;
  const change = make("button", "", "change");
  change.type = "button";
  change.title = "Give this seat to another player";
  change.addEventListener("click", () => changeSeat(table, row, seat, i));
  row.append(seat.link ? buttons(copyButton(seat.link), change) : buttons(change));
  return row;
}

function changeSeat(table, row, seat, i) {
  const input = make("input");
  input.value = seat.player;
  input.setAttribute("list", "known-players");
  input.setAttribute("aria-label", `Player at seat ${i + 1}`);
  const done = make("button", "", "take");
  done.type = "button";
  done.addEventListener("click", async () => {
    try {
      await call("seat", { table: table.name, seat: i, player: input.value.trim() });
      await showTables();
    } catch (error) {
      row.append(make("span", "wrong", error.message));
    }
  });
  row.replaceChildren(row.firstChild, input, buttons(done));
  input.select();
}

function buttons(...all) {
  const box = make("span", "end");
  box.append(...all);
  return box;
}

function copyButton(link) {
  const button = make("button", "", "copy link");
  button.type = "button";
  button.addEventListener("click", async () => {
    const whole = new URL(link, location.href).href;
    try {
      await navigator.clipboard.writeText(whole);
      button.textContent = "copied";
    } catch {
      button.replaceWith(make("code", "", whole)); // no clipboard without https: show it to be copied by hand
    }
  });
  return button;
}

function removeButton(table) {
  const button = make("button", "", removing === table.name ? "really remove?" : "remove");
  button.type = "button";
  button.addEventListener("click", async () => {
    if (removing !== table.name) {
      removing = table.name;
      button.textContent = "really remove?";
      return;
    }
    removing = null;
    await call("remove", { table: table.name });
    await showTables();
  });
  return button;
}

async function start() {
  games = (await call("games")).games;
  byId("game").replaceChildren(...games.map((one) => new Option(one.title, one.name)));
  showGame();
  await showTables();
}

byId("game").addEventListener("change", showGame);
byId("environment").addEventListener("change", showEnvironment);
// While somebody types: on leaving the field, new rows would take the place of the one that is being clicked.
byId("players").addEventListener("input", () => byId("players").value && showSeats());
byId("settings").addEventListener("change", () => check());
byId("toml").addEventListener("change", () => check());
byId("seed").addEventListener("change", () => check());
byId("begin").addEventListener("click", begin);
setInterval(() => {
  if (!document.hidden && !byId("tables").contains(document.activeElement)) showTables().catch(() => {});
}, 5000);
start();
