// A live game: what the server sends is shown, and what somebody decides is sent back. The server alone knows the rules.
import { Board, zoomTools } from "./board.js";
import { Timeline, barButton } from "./timeline.js";

const byId = (id) => document.getElementById(id);
const PAST_KEPT = 200; // positions looked at again without asking the server
const FEW = 12; // moves that need no filter

const state = { log: [], moves: [], fragments: {} };
const past = new Map();
let board = null;
let timeline = null;
let chosen = null; // the id of the move that Enter commits
let about = null; // the piece of the board that moves are filtered by
let advice = null;
let live = true; // the newest position is shown
let busy = false; // a request is under way
let connected = true;

// ---- talking to the server ----

async function send(what, body) {
  const answer = await fetch(what, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.error || "The server did not answer.");
  return found;
}

async function ask(what, body) {
  if (busy) return null;
  busy = true;
  buttons();
  try {
    return await send(what, body);
  } catch (error) {
    say(error.message);
    return null;
  } finally {
    busy = false;
    buttons();
  }
}

function listen() {
  const source = new EventSource("events");
  source.onmessage = (event) => {
    connected = true;
    take(JSON.parse(event.data));
  };
  source.onerror = () => {
    connected = false;
    say("The connection is lost; trying again. Nothing of the game is lost.");
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  };
}

function take(news) {
  const { log, fragments, ...rest } = news;
  Object.assign(state, rest);
  if (log) state.log.splice(log.from, Infinity, ...log.lines);
  if (fragments) {
    const all = { ...state.fragments, ...fragments.set };
    state.fragments = Object.fromEntries(fragments.order.map((name) => [name, all[name]]));
  }
  if ("at" in news || log) {
    for (const at of [...past.keys()]) if (at >= state.at) past.delete(at);
  }
  if ("moves" in news || "at" in news) forget();
  show(news);
}

function forget() {
  chosen = null;
  about = null;
  advice = null;
  byId("filter").value = "";
}

// ---- showing ----

function make(kind, className = "", text = "") {
  const made = document.createElement(kind);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

function say(words) {
  const notice = byId("notice");
  notice.textContent = words;
  notice.hidden = !words;
}

function show(news) {
  byId("title").textContent = state.title;
  if (state.state === "preparing") {
    byId("about").textContent = "Getting the rules ready; the first time on a machine this takes some minutes …";
    return;
  }
  if (state.state === "broken") {
    byId("about").textContent = "This game cannot go on.";
    say(state.trouble);
    return;
  }
  if (!board) begin();
  if (!("at" in state)) return;
  showSeats();
  if (news.log) showLog(news.log.from);
  if (news.log || "at" in news) showTime();
  showSteering();
  if (live) showNow();
  showProblem();
  showResult();
  if (news.log && live) byId("log").scrollTop = byId("log").scrollHeight;
  say(state.unsaved || (live ? "" : earlier()));
}

function begin() {
  board = new Board(byId("board"), state.canvas[0], state.canvas[1]);
  byId("board").addEventListener("click", onPiece);
  timeline = new Timeline(byId("time"), {
    length: 0, onMove: goTo, describe: (step) => (step === timeline?.length ? "now" : `position ${step}`),
  });
  const tools = zoomTools(board);
  tools.append(barButton("Hide or show your moves", "wide", widen, "w"));
  timeline.controls.append(tools);
  byId("about").textContent = state.log.length ? state.log[0][2] : "";
  document.querySelector(".side").classList.toggle("watching", state.seat === null);
}

function widen() {
  document.querySelector(".middle").classList.toggle("wide");
}

function playerName(seat) {
  return state.names?.[seat] ?? `Player ${seat}`;
}

function showSeats() {
  const initials = state.players.map((_, seat) => playerName(seat)[0]);
  const differ = new Set(initials).size === initials.length;
  const chips = state.players.map((player, seat) => {
    const you = seat === state.seat;
    const acting = seat === state.actor && state.state === "playing";
    const chip = make("span", `seat${acting ? " acting" : ""}${you ? " you" : ""}`);
    chip.setAttribute("role", "listitem");
    chip.style.setProperty("--seat", state.colours[seat]);
    const name = playerName(seat);
    chip.append(make("span", "seat-mark", differ ? initials[seat] : String(seat)), make("span", "", name), make("span", "who", you ? "you" : player));
    chip.title = `${name} is played by ${you ? "you" : player}${acting ? ", who must decide" : ""}`;
    return chip;
  });
  byId("seats").replaceChildren(...chips);
  const mine = state.actor === state.seat && state.seat !== null && state.state === "playing";
  document.title = `${mine ? "● " : ""}${state.seat === null ? "Watching" : playerName(state.seat)} – ${state.title}`;
}

function showNow() {
  board.show(state.fragments);
  showQuestion(state.question);
  showMoves();
}

function showQuestion(question) {
  const over = state.state === "over";
  byId("question").textContent = over ? "The game is over." : question || "";
}

function fullText(move) {
  return [move.head, move.tail].filter(Boolean).join(" ");
}

function shownMoves() {
  const wanted = byId("filter").value.trim().toLowerCase();
  return state.moves.filter((move) =>
    (!about || move.targets.includes(about)) && (!wanted || fullText(move).toLowerCase().includes(wanted)));
}

function showMoves() {
  const moves = shownMoves();
  const counts = new Map();
  for (const move of moves) counts.set(move.head, (counts.get(move.head) || 0) + 1);
  const made = [];
  let head = null;
  for (const move of moves) {
    const grouped = counts.get(move.head) > 1 && move.tail;
    if (grouped && move.head !== head) made.push(make("div", "group", move.head));
    head = move.head;
    made.push(moveButton(move, grouped ? move.tail : fullText(move), grouped));
  }
  if (state.moves.length && !moves.length) made.push(make("p", "", "No move fits."));
  byId("moves").replaceChildren(...made);
  document.querySelector(".filter").hidden = state.moves.length <= FEW && !about;
  byId("about-piece").hidden = !about;
  byId("about-piece").textContent = about ? `only ${about} ✕` : "";
  showAdvice();
  lightMoves();
  buttons();
}

function moveButton(move, words, inside) {
  const button = make("button", `move${inside ? " inside" : ""}`);
  button.type = "button";
  button.dataset.id = move.id;
  const number = state.moves.indexOf(move) + 1;
  button.append(make("span", "n", String(number)), make("span", "", words));
  button.setAttribute("aria-label", fullText(move));
  button.setAttribute("aria-pressed", String(chosen === move.id));
  button.addEventListener("click", () => pick(move.id));
  button.addEventListener("mouseenter", () => board.light(move.targets, "chosen"));
  button.addEventListener("focus", () => board.light(move.targets, "chosen"));
  button.addEventListener("mouseleave", () => lightMoves());
  return button;
}

function lightMoves() {
  if (!board) return;
  const places = live ? shownMoves().flatMap((move) => move.targets) : [];
  board.light(places);
  const move = state.moves.find((one) => one.id === chosen);
  board.light(move && live ? move.targets : [], "chosen");
}

function buttons() {
  const mine = state.moves.length > 0 && live && !busy;
  byId("commit").disabled = !mine || chosen === null;
  byId("undo").disabled = !state.undo || !live || busy;
  byId("hint").disabled = !mine || !byId("adviser").options.length;
  const move = state.moves.find((one) => one.id === chosen);
  const waiting = state.moves.length ? "Choose a move here or on the board." : "";
  byId("chosen").textContent = move ? fullText(move) : busy ? "…" : waiting;
  for (const button of byId("moves").querySelectorAll(".move")) {
    button.setAttribute("aria-pressed", String(Number(button.dataset.id) === chosen));
    button.disabled = !mine;
  }
}

function showLog(from) {
  const list = byId("log");
  while (list.children.length > from) list.lastChild.remove();
  for (const [at, kind, text] of state.log.slice(from)) {
    const words = kind === "own" ? `You: ${text}` : kind === "told" ? text : bare(text);
    const line = make("li", kind, words);
    line.dataset.at = at;
    line.addEventListener("click", () => timeline?.go(Number(at)));
    list.append(line);
  }
}

function markLog(at) {
  const list = byId("log");
  for (const line of list.querySelectorAll(".current")) line.classList.remove("current");
  if (live) {
    list.scrollTop = list.scrollHeight;
    return;
  }
  let last = null;
  for (const line of list.children) if (Number(line.dataset.at) <= at) last = line;
  last?.classList.add("current");
  last?.scrollIntoView({ block: "nearest" });
}

function bare(heading) {
  return heading.replace(/^[=\-\s]+|[=\-\s]+$/g, "");
}

function marks() {
  const found = state.log.filter(([, kind]) => kind !== "told" && kind !== "own");
  return found.map(([step, kind, label]) => ({ step, kind, label: bare(label) }));
}

function showTime() {
  timeline.extend(state.at, marks());
  if (live) {
    timeline.step = state.at;
    timeline.show();
  } else if (timeline.step > state.at) {
    live = true;
    timeline.go(state.at);
  }
}

// ---- earlier positions ----

function earlier() {
  return "You are looking at an earlier position. End goes back to now.";
}

async function goTo(at) {
  live = at === state.at;
  if (live) {
    say(state.unsaved || "");
    showNow();
    markLog(at);
    return;
  }
  const found = past.get(at) || (await fetchPast(at));
  if (!found || timeline.step !== at) return;
  board.show(found.fragments);
  showQuestion(found.question);
  say(earlier());
  markLog(at);
  lightMoves();
  buttons();
}

async function fetchPast(at) {
  try {
    const answer = await fetch(`past?at=${at}`);
    if (!answer.ok) return null;
    past.set(at, await answer.json());
    if (past.size > PAST_KEPT) past.delete(past.keys().next().value);
    return past.get(at);
  } catch {
    return null;
  }
}

// ---- deciding ----

function pick(id) {
  if (busy || !live) return;
  if (byId("at-once").checked || chosen === id) {
    chosen = id;
    commit();
    return;
  }
  chosen = id;
  buttons();
  lightMoves();
}

async function commit() {
  if (chosen === null || busy || !live) return;
  await ask("act", { at: state.at, action: chosen });
}

async function undo() {
  if (state.undo && live) await ask("undo", { at: state.at });
}

async function hint() {
  if (byId("hint").disabled) return;
  advice = { waiting: byId("adviser").value };
  showAdvice();
  const at = state.at;
  const found = await ask("hint", { at, player: byId("adviser").value });
  if (at !== state.at) return;
  advice = found;
  showAdvice();
}

function worthWords(worth) {
  return worth === null || worth === undefined ? "" : `expects ${worth >= 0 ? "+" : "−"}${Math.abs(worth).toFixed(2)}`;
}

function showAdvice() {
  const box = byId("advice");
  box.hidden = !advice;
  if (!advice) return;
  if (advice.waiting) {
    box.replaceChildren(make("h2", "", `${advice.waiting} is thinking …`));
    return;
  }
  const worth = worthWords(advice.worth);
  const title = make("h2", "", `${advice.player} would choose${worth ? ` (${worth} from −1 to +1)` : ""}:`);
  const rows = advice.choices.map((one) => {
    const move = state.moves.find((known) => known.id === one.id);
    if (!move) return null;
    const button = moveButton(move, fullText(move), false);
    const share = one.share === null ? "" : `${Math.round(100 * one.share)}%`;
    button.append(make("span", "share", [share, worthWords(one.worth).replace("expects ", "")].filter(Boolean).join(" · ")));
    return button;
  });
  box.replaceChildren(title, ...rows.filter(Boolean));
}

function onPiece(event) {
  const piece = event.target.closest("[data-at].lit");
  if (!piece || !live) return;
  const at = piece.dataset.at;
  about = about === at ? null : at;
  const moves = shownMoves();
  showMoves();
  if (about && moves.length === 1) pick(moves[0].id);
}

// ---- pace, failures, the end ----

function showSteering() {
  const computers = state.players.some((player) => player !== "human") && state.state === "playing";
  byId("pause").hidden = byId("pace").hidden = !state.steer || !computers;
  byId("at-once").parentElement.hidden = state.seat === null;
  byId("pause").setAttribute("aria-pressed", String(state.paused));
  byId("pause").textContent = state.paused ? "Go on" : "Pause";
  const pace = byId("pace");
  if (![...pace.options].some((option) => Number(option.value) === state.pace)) {
    pace.add(new Option(`moves after ${state.pace} s`, String(state.pace)));
  }
  pace.value = String(state.pace);
  const adviser = byId("adviser");
  if (adviser.dataset.names !== state.suggested.join()) {
    adviser.dataset.names = state.suggested.join();
    adviser.replaceChildren(...state.suggested.map((name) => new Option(name, name)));
  }
}

function showProblem() {
  const box = byId("problem");
  box.hidden = !state.problem;
  if (!state.problem) return;
  const { seat, player, message } = state.problem;
  const words = make("p", "", `The player ${player} (${playerName(seat)}) has failed${message ? `: ${message}` : "."}`);
  box.replaceChildren(words);
  if (!state.steer) return;
  const select = make("select");
  select.setAttribute("aria-label", "Who goes on");
  for (const name of state.suggested.filter((other) => other !== player)) select.add(new Option(name, name));
  const button = make("button", "main", "Go on with");
  button.addEventListener("click", () => ask("replace", { seat, player: select.value }));
  const row = make("div", "row");
  row.append(button, select);
  box.append(row);
}

function showResult() {
  const box = byId("result");
  box.hidden = state.state !== "over";
  if (box.hidden) return;
  const link = make("a", "", "Download the replay");
  link.href = "replay";
  link.download = "";
  const page = make("a", "", "Look at the replay");
  page.href = "replay.html";
  page.target = "_blank";
  page.rel = "noopener";
  const links = make("p");
  links.append(page, " · ", link);
  box.replaceChildren(make("h2", "", "The game is over"), make("pre", "", state.result.join("\n")), links);
}

// ---- keys ----

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.closest("input:not([type=checkbox], [type=range]), select, textarea");
  if (event.key === "Escape") {
    about = null;
    chosen = null;
    byId("filter").value = "";
    if (board) showMoves();
    return;
  }
  if (event.key === "Enter" && event.target.id === "filter") {
    const moves = shownMoves();
    if (moves.length === 1) pick(moves[0].id);
    return;
  }
  if (typing) return;
  if (event.key === "Enter" && !event.target.closest("button, a")) commit();
  else if (event.key === "u") undo();
  else if (event.key === "h") hint();
  else if (event.key === "w") widen();
  else if (event.key === "/") {
    event.preventDefault();
    byId("filter").focus();
  } else if (/^[1-9]$/.test(event.key) && state.moves[Number(event.key) - 1]) pick(state.moves[Number(event.key) - 1].id);
  else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && event.target.closest(".move")) {
    const all = [...document.querySelectorAll(".moves .move")];
    const next = all[all.indexOf(event.target.closest(".move")) + (event.key === "ArrowDown" ? 1 : -1)];
    event.preventDefault();
    next?.focus();
  } else timeline?.key(event);
}

byId("commit").addEventListener("click", commit);
byId("undo").addEventListener("click", undo);
byId("hint").addEventListener("click", hint);
for (const id of ["adviser", "pace"]) byId(id).addEventListener("change", () => byId(id).blur()); // keys are for moves
byId("filter").addEventListener("input", () => showMoves());
byId("about-piece").addEventListener("click", () => {
  about = null;
  showMoves();
});
byId("pause").addEventListener("click", () => ask("steer", { paused: !state.paused }));
byId("pace").addEventListener("change", () => ask("steer", { pace: Number(byId("pace").value) }));
byId("at-once").checked = localStorage.getItem("exodus-at-once") === "1";
byId("at-once").addEventListener("change", () => {
  localStorage.setItem("exodus-at-once", byId("at-once").checked ? "1" : "0");
});
document.addEventListener("keydown", onKey);
listen();
