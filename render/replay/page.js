const game = JSON.parse(document.getElementById("game").textContent);
const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const EVERYBODY = "";

function made(tag, text = "", className = "") {
  const found = document.createElement(tag);
  found.textContent = text;
  if (className) found.className = className;
  return found;
}

function drawnLine(parent, tag, attributes) {
  const found = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) found.setAttribute(name, value);
  parent.append(found);
  return found;
}

const steps = game.steps;
let eyes = game.eyes[0].id;
let player = "";
let at = 0;

// ---------------------------------------------------------------- what is seen

const hears = (told) => !told.heard || told.heard.includes(eyes);
const heard = (step) => step.told.filter(hears);
const sayings = (step) => heard(step).filter((told) => told.text);
const moved = (place) => place === 0 || steps[place].board !== steps[place - 1].board;
const concerns = (step) => !player || step.seat === player || heard(step).some((told) => told.about.includes(player));
const shown = (place) => (sayings(steps[place]).length > 0 || moved(place)) && concerns(steps[place]);
const everyPlace = steps.map((_, place) => place);
let places = everyPlace;

function next(from, by) {
  for (let place = from + by; place >= 0 && place < steps.length; place += by) if (shown(place)) return place;
  return from;
}

function knownBeside(place) {
  for (let back = place; back >= 0; back -= 1) if (eyes in steps[back].hidden) return steps[back].hidden[eyes];
  return [];
}

// ---------------------------------------------------------------- the board

const canvas = $("board");
const { width, height, sheets, pieces, frames } = game.boards;
canvas.width = width;
canvas.height = height;
const brush = canvas.getContext("2d");
const quiet = new Set(game.boards.quiet);
const images = new Map();
const KEPT = 16;

// What lies on a board, from below: the pieces with their places. It is the last one's with what has come and gone.
let [known, lying] = [-1, []];
function wanted(board) {
  if (board < known) [known, lying] = [-1, []];
  for (; known < board; known += 1) {
    const [gone, come] = frames[known + 1];
    const left = new Set(gone);
    if (gone.length) lying = lying.filter((_, place) => !left.has(place));
    lying = merged(lying, come);
  }
  return lying;
}

function merged(kept, come) {
  const found = [];
  let next = 0;
  for (let place = 0; place < come.length; place += 4) {
    while (found.length < come[place]) found.push(kept[next++]);
    found.push([come[place + 1], come[place + 2], come[place + 3]]);
  }
  return found.concat(kept.slice(next));
}

async function picture(number) {
  const found = images.get(number) ?? new Image();
  images.delete(number);
  images.set(number, found);
  if (!found.src) found.src = sheets[number];
  await found.decode();
  return found;
}

let turnOf = 0;
async function paint(board) {
  if (!frames.length || canvas.dataset.board === String(board)) return;
  turnOf += 1;
  const mine = turnOf;
  const laid = wanted(board);
  const needed = [...new Set(laid.map(([piece]) => pieces[piece][0]))];
  const found = new Map();
  for (const number of needed) found.set(number, await picture(number));
  if (mine !== turnOf) return;
  brush.clearRect(0, 0, width, height);
  for (const [piece, x, y] of laid) {
    const [sheet, left, top, wide, high] = pieces[piece];
    brush.drawImage(found.get(sheet), left, top, wide, high, x, y, wide, high);
  }
  canvas.dataset.board = board;
  for (const number of images.keys()) if (images.size > KEPT && !found.has(number)) images.delete(number);
}

// Rectangles round what is other than on the board before, names aside that only make room: those that touch are one.
function ringed(board) {
  const before = wanted(board - 1);
  const [gone, come] = frames[board];
  const changed = gone.map((place) => before[place]);
  for (let place = 0; place < come.length; place += 4) changed.push(come.slice(place + 1, place + 4));
  const found = [];
  for (const [piece, x, y] of changed) {
    if (quiet.has(piece)) continue;
    const [, , , wide, high] = pieces[piece];
    let box = [x, y, x + wide, y + high];
    for (let near = found.findIndex((one) => touch(one, box)); near >= 0; near = found.findIndex((one) => touch(one, box))) {
      const [other] = found.splice(near, 1);
      box = [Math.min(box[0], other[0]), Math.min(box[1], other[1]), Math.max(box[2], other[2]), Math.max(box[3], other[3])];
    }
    found.push(box);
  }
  return found;
}

const touch = (one, other) => one[0] <= other[2] && other[0] <= one[2] && one[1] <= other[3] && other[1] <= one[3];

function ring(place) {
  const boxes = place > 0 && moved(place) ? ringed(steps[place].board) : [];
  $("rings").replaceChildren(...(boxes.length > 12 ? [] : boxes).map(([left, top, right, bottom]) => {
    const found = document.createElement("i");
    found.style.left = `${left}px`;
    found.style.top = `${top}px`;
    found.style.width = `${right - left}px`;
    found.style.height = `${bottom - top}px`;
    return found;
  }));
}

// ---------------------------------------------------------------- zoom and pan

const view = $("view");
let scale = 1;
let origin = [0, 0];
let whole = true;
const fitting = () => Math.min(view.clientWidth / width, view.clientHeight / height) || 1;
const fitted = () => scale <= fitting() * 1.01;

function lay() {
  const limit = (size, room, start) => (size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, start)));
  origin = [limit(width * scale, view.clientWidth, origin[0]), limit(height * scale, view.clientHeight, origin[1])];
  for (const layer of [canvas, $("rings")]) {
    layer.style.transform = `translate(${origin[0]}px, ${origin[1]}px) scale(${scale})`;
  }
}

function zoom(by, x = view.clientWidth / 2, y = view.clientHeight / 2) {
  const wantedScale = Math.min(3, Math.max(fitting(), scale * by));
  const grown = wantedScale / scale;
  origin = [x - (x - origin[0]) * grown, y - (y - origin[1]) * grown];
  scale = wantedScale;
  whole = fitted();
  lay();
}

function fit() {
  whole = true;
  scale = fitting();
  lay();
}

const fingers = new Map();
let swipe = null;
const spot = (event) => {
  const box = view.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
};
view.addEventListener("pointerdown", (event) => {
  view.setPointerCapture(event.pointerId);
  fingers.set(event.pointerId, spot(event));
  swipe = fingers.size === 1 && fitted() ? spot(event) : null;
});
view.addEventListener("pointermove", (event) => {
  const was = fingers.get(event.pointerId);
  if (!was) return;
  const now = spot(event);
  if (fingers.size === 2) {
    const [other] = [...fingers].filter(([id]) => id !== event.pointerId).map(([, where]) => where);
    const far = (where) => Math.hypot(where[0] - other[0], where[1] - other[1]) || 1;
    zoom(far(now) / far(was), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
  } else if (!swipe) {
    origin = [origin[0] + now[0] - was[0], origin[1] + now[1] - was[1]];
    lay();
  }
  fingers.set(event.pointerId, now);
});
const lifted = (event) => {
  const now = spot(event);
  if (event.type === "pointerup" && swipe && Math.abs(now[0] - swipe[0]) > 40) go(next(at, now[0] < swipe[0] ? 1 : -1));
  fingers.delete(event.pointerId);
  swipe = null;
};
view.addEventListener("pointerup", lifted);
view.addEventListener("pointercancel", lifted);
view.addEventListener("wheel", (event) => {
  event.preventDefault();
  zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, ...spot(event));
}, { passive: false });
view.addEventListener("dblclick", (event) => (fitted() ? zoom(2.5, ...spot(event)) : fit()));
new ResizeObserver(() => (whole || scale < fitting() ? fit() : lay())).observe(view);

// ---------------------------------------------------------------- the story

// What somebody alone has heard says "you"; whoever sees everything reads whom that means.
function lines(step, tag) {
  return sayings(step).map((told) => {
    const to = eyes === game.master ? game.seats.filter((seat) => told.heard?.includes(seat.id)) : [];
    const words = to.length ? `To ${to.map((seat) => seat.name).join(" and ")}: ${told.text}` : told.text;
    return made(tag, words, told.heard ? "secret" : "");
  });
}

function drawsOf(place) {
  if (!game.proof) return [];
  return game.proof.draws.slice(place ? steps[place - 1].draws : 0, steps[place].draws);
}

function tell(place) {
  const step = steps[place];
  $("headline").textContent = step.headline;
  const said = lines(step, "p");
  if (step.fight) said.push(made("p", `Odds: ${step.fight}`, "draws"));
  const dice = drawsOf(place);
  const few = dice.slice(0, 12).map(([sides, result, what]) => `${what}: ${result} of ${sides}`);
  if (dice.length > few.length) few.push(`and ${dice.length - few.length} more`);
  if (few.length) said.push(made("p", `Drawn: ${few.join("; ")}`, "draws"));
  $("step").replaceChildren(...said);
  const known = knownBeside(place);
  $("hand").hidden = !known.length;
  $("hand").querySelector("summary").textContent = eyes === game.master ? "Hidden things" : `Hidden things of ${nameOf(eyes)}`;
  $("hand").querySelector("ul").replaceChildren(...known.map((line) => made("li", line)));
  view.setAttribute("aria-label", `The board after step ${place + 1}. ${step.headline}`);
}

const nameOf = (id) => game.eyes.find((one) => one.id === id).name;
const rows = new Map();

function write() {
  rows.clear();
  const found = [];
  let round = null;
  for (const place of places) {
    const step = steps[place];
    if (step.round !== round) {
      round = step.round;
      if (round) {
        const item = document.createElement("li");
        item.append(made("h3", round));
        found.push(item);
      }
    }
    const item = document.createElement("li");
    const button = made("button");
    button.type = "button";
    button.append(...lines(step, "span"));
    if (!button.textContent) button.textContent = "(on the board)";
    button.addEventListener("click", () => go(place));
    rows.set(place, button);
    item.append(button);
    found.push(item);
  }
  $("story").replaceChildren(...found);
}

// ---------------------------------------------------------------- the line of time, and the chart

// Marks of one kind on the line, at most: more would run together on a phone.
const MARKS = 70;

function divide() {
  const line = $("marks");
  const room = steps.length / MARKS;
  const drawn = new Map();
  const mark = (place, top, className) => {
    if (place - drawn.get(className) < room) return;
    drawn.set(className, place);
    drawnLine(line, "line", { x1: place, x2: place, y1: top, y2: 10, class: className });
  };
  line.setAttribute("viewBox", `0 0 ${Math.max(1, steps.length - 1)} 10`);
  line.replaceChildren();
  const groups = new Map();
  const list = (name, place, words) => {
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push([place, words]);
  };
  steps.forEach((step, place) => {
    if (step.round && (!place || steps[place - 1].round !== step.round)) {
      mark(place, 0, "round");
      list("Rounds", place, step.round);
    }
    for (const told of heard(step)) {
      const name = game.marks[told.kind];
      if (!name) continue;
      const other = told.kind === game.turn;
      mark(place, other ? 6 : 3, other ? "turn" : "deed");
      list(name, place, `${step.round}: ${told.text || sayings(step).map((one) => one.text)[0] || name}`);
    }
  });
  const menu = $("jump");
  menu.replaceChildren(new Option("Choose…", ""));
  for (const [name, entries] of groups) {
    const group = document.createElement("optgroup");
    group.label = name;
    for (const [place, words] of entries) group.append(new Option(words.slice(0, 90), place));
    menu.append(group);
  }
}

const DASHES = ["", "8 3", "2 3", "10 3 2 3", "5 5", "12 4", "1 4"];
let cursor = null;

function chart() {
  const curve = $("chart");
  const most = Math.max(1, ...steps.flatMap((step) => step.score));
  $("led").hidden = !game.measure;
  $("led").querySelector("summary").textContent = `Who led: ${game.measure.toLowerCase()}`;
  curve.setAttribute("viewBox", `0 0 ${Math.max(1, steps.length - 1)} 100`);
  curve.setAttribute("preserveAspectRatio", "none");
  game.seats.forEach((seat, number) => {
    const points = steps.map((step, place) => `${place},${98 - (94 * (step.score[number] ?? 0)) / most}`).join(" ");
    const look = { stroke: seat.colour, "stroke-dasharray": DASHES[number % DASHES.length] };
    drawnLine(curve, "polyline", { points, ...look });
    const item = made("li", "");
    const sample = drawnLine(item, "svg", { viewBox: "0 0 26 10", "aria-hidden": "true" });
    drawnLine(sample, "line", { x1: 0, x2: 26, y1: 5, y2: 5, ...look });
    item.append(made("span", seat.name));
    $("key").append(item);
  });
  cursor = drawnLine(curve, "line", { x1: 0, x2: 0, y1: 0, y2: 100, class: "now" });
  curve.addEventListener("click", (event) => {
    const box = curve.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * (steps.length - 1)));
  });
}

function compare(place) {
  cursor.setAttribute("x1", place);
  cursor.setAttribute("x2", place);
  const score = steps[place].score;
  const words = game.seats.map((seat, number) => `${seat.name} ${score[number] ?? 0}`);
  $("chart").setAttribute("aria-label", `${game.measure} now: ${words.join(", ")}`);
  [...$("key").children].forEach((item, number) => { item.lastChild.textContent = words[number]; });
}

// ---------------------------------------------------------------- going about

function go(place) {
  at = Math.min(steps.length - 1, Math.max(0, place));
  paint(steps[at].board);
  ring(at);
  tell(at);
  compare(at);
  $("slider").value = at;
  $("slider").setAttribute("aria-valuetext", `Step ${at + 1} of ${steps.length}. ${steps[at].round}`);
  $("place").textContent = `${at + 1} / ${steps.length}`;
  $("back").disabled = $("first").disabled = next(at, -1) === at;
  $("forward").disabled = $("last").disabled = next(at, 1) === at;
  for (const row of document.querySelectorAll("#story [aria-current]")) row.removeAttribute("aria-current");
  const row = rows.get(at);
  if (row) {
    row.setAttribute("aria-current", "step");
    $("story").scrollTop = row.offsetTop - $("story").clientHeight / 3;
  }
}

function choose() {
  places = everyPlace.filter(shown);
  write();
  divide();
  go(at);
}

function round(by) {
  let place = at;
  while (place + by >= 0 && place + by < steps.length && steps[place].round === steps[at].round) place += by;
  const reached = steps[place].round;
  while (place > 0 && steps[place - 1].round === reached) place -= 1;
  go(by > 0 && reached === steps[at].round ? steps.length - 1 : place);
}

const KEYS = {
  ArrowRight: () => go(next(at, 1)),
  ArrowLeft: () => go(next(at, -1)),
  PageDown: () => round(1),
  PageUp: () => round(-1),
  Home: () => go(0),
  End: () => go(steps.length - 1),
  "+": () => zoom(1.3),
  "=": () => zoom(1.3),
  "-": () => zoom(1 / 1.3),
  0: fit,
};
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || /^(SELECT|INPUT)$/.test(event.target.tagName)) return;
  const work = KEYS[event.key];
  if (work) {
    event.preventDefault();
    work();
  }
});
$("first").addEventListener("click", KEYS.Home);
$("back").addEventListener("click", KEYS.ArrowLeft);
$("forward").addEventListener("click", KEYS.ArrowRight);
$("last").addEventListener("click", KEYS.End);
$("closer").addEventListener("click", KEYS["+"]);
$("farther").addEventListener("click", KEYS["-"]);
$("fit").addEventListener("click", fit);
$("slider").max = steps.length - 1;
$("slider").addEventListener("input", () => go(Number($("slider").value)));
$("jump").addEventListener("change", () => {
  if ($("jump").value) go(Number($("jump").value));
  $("jump").value = "";
});
$("player").append(new Option("Everybody", ""), ...game.seats.map((seat) => new Option(seat.name, seat.id)));
$("player").addEventListener("change", () => {
  player = $("player").value;
  choose();
});
$("seen").hidden = game.eyes.length < 2;
$("eyes").append(...game.eyes.map((one) => new Option(one.name, one.id)));
$("eyes").addEventListener("change", () => {
  eyes = $("eyes").value;
  choose();
});
if (game.proof) {
  $("proof").hidden = false;
  $("seal").textContent = game.proof.seal;
  $("secret").textContent = game.proof.secret;
  $("recompute").addEventListener("click", () => {
    const wrong = wrongOf(game.proof);
    $("verdict").textContent = wrong.length
      ? `Something is wrong: ${wrong.slice(0, 5).join("; ")}.`
      : `The secret fits the seal, and all ${game.proof.draws.length} numbers follow from it.`;
  });
}

// The address may name an action: game.html#action-40.
function addressed() {
  const found = /^#action-(\d+)$/.exec(location.hash);
  if (found) go(steps.findLastIndex((step) => step.action <= Number(found[1])));
}
window.addEventListener("hashchange", addressed);

chart();
choose();
addressed();
