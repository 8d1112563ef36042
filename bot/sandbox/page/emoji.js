/* The emoji that Herald writes, drawn as small pictures, so that no font has to have them. */
import { h } from "./dom.js";

const circle = (fill) => `<circle cx="12" cy="12" r="10" fill="${fill}"/>`;
const square = (fill) => `<rect x="2" y="2" width="20" height="20" rx="3" fill="${fill}"/>`;
const diamond = (fill) => `<path d="M12 1l11 11-11 11L1 12z" fill="${fill}"/>`;
const line = (path, stroke = "#fff", width = 3) =>
  `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const shape = (path, fill) => `<path d="${path}" fill="${fill}"/>`;
const dot = (x, y) => `<circle cx="${x}" cy="${y}" r="2" fill="#b3262e"/>`;
const hourglass =
  shape("M5 2h14v3c0 4-4 5-4 7s4 3 4 7v3H5v-3c0-4 4-5 4-7S5 9 5 5z", "#dbe7f3") +
  shape("M8 19c0-2 3-3 4-4 1 1 4 2 4 4v1H8zM8 6h8c0 2-3 3-4 4-1-1-4-2-4-4z", "#e0a83a") +
  line("M4 2h16M4 22h16", "#9a6a36", 2.5);

const DRAWN = {
  "🔵": circle("#3b7dd8"),
  "🟢": circle("#3fa45b"),
  "🟡": circle("#e6c12e"),
  "🟣": circle("#8a55c7"),
  "🟥": square("#d1383d"),
  "⬜": square("#eceae4"),
  "🔶": diamond("#e8862e"),
  "🔷": diamond("#3b7dd8"),
  "🔺": shape("M12 2l11 19H1z", "#d1383d"),
  "✚": line("M12 3v18M3 12h18", "#dedbd2", 6),
  "✳": square("#3fa45b") + line("M12 6v12M6 12h12M8 8l8 8M16 8l-8 8", "#fff", 2),
  "🔮": circle("#8a55c7") + shape("M5 20h14l2 3H3z", "#8b5a2b") + shape("M7 8a6 6 0 0 1 6-4c-3 1-4 3-4 6z", "#d9c3f2"),
  "✅": square("#3fa45b") + line("M7 12.5l3.5 3.5L17 8.5"),
  "❌": line("M5 5l14 14M19 5L5 19", "#e0474c", 4.5),
  "⚠": shape("M12 2l11 20H1z", "#efc02f") + line("M12 9v6M12 18.6v.2", "#3a2c05", 2.6),
  "🎲": square("#f6f4ee") + dot(7, 7) + dot(17, 7) + dot(12, 12) + dot(7, 17) + dot(17, 17),
  "🗺": shape("M1 5l7-3v17l-7 3z", "#8fbf7f") + shape("M8 2l8 3v17l-8-3z", "#e9d8a6") + shape("M16 5l7-3v17l-7 3z", "#8fbf7f") + line("M4 15c4-6 8 2 15-7", "#c0392b", 1.6),
  "📜": shape("M6 2h14a3 3 0 0 1-2 4v13a3 3 0 0 1-3 3H4a3 3 0 0 0 3-3V5z", "#efdcae") + line("M10 8h5M10 12h5M10 16h4", "#8b6b36", 1.5),
  "⏰": line("M5 4L2 7M19 4l3 3M7 20l-2 2M17 20l2 2", "#d1383d", 2.4) + `<circle cx="12" cy="13" r="8.5" fill="#f6f4ee" stroke="#d1383d" stroke-width="2.4"/>` + line("M12 8.5V13l3 2", "#3a3a40", 1.8),
  "⌛": hourglass,
  "⏳": hourglass,
  "🏆": shape("M6 2h12v7a6 6 0 0 1-12 0zM10 14h4v4h3v3H7v-3h3z", "#e6b422") + line("M6 4H3c0 5 2 6 4 6M18 4h3c0 5-2 6-4 6", "#e6b422", 1.8),
  "⚖": line("M12 3v17M7 21h10M4 6h16", "#d9b45b", 1.8) + shape("M4 6l-3 8h6zM20 6l-3 8h6z", "#d9b45b"),
  "🔜": line("M3 12h16M13 6l6 6-6 6", "#8fb6e8", 3),
  "✉": shape("M2 5h20v14H2z", "#f1efe8") + line("M2.5 5.5L12 13l9.5-7.5", "#8a8577", 1.6),
  "💬": shape("M3 3h18a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H11l-6 5v-5H3a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z", "#f1efe8") + line("M7 10h.1M12 10h.1M17 10h.1", "#6a675d", 2.6),
  "🗳": shape("M7 2h10v9H7z", "#f6f4ee") + shape("M2 10h20v12H2z", "#7f8ea3") + line("M6 11h12", "#2b3340", 2),
  "⏸": square("#3b7dd8") + line("M9 7v10M15 7v10"),
  "🛑": shape("M8 1h8l7 7v8l-7 7H8l-7-7V8z", "#d1383d") + shape("M6 10h12v4H6z", "#fff"),
  "💤": line("M4 11h7l-7 9h7M14 3h6l-6 7h6", "#8fb6e8", 2.4),
  "🎓": shape("M12 3L0 9l12 6 12-6z", "#aebbd0") + shape("M5 13v4c0 2 14 2 14 0v-4l-7 3.5z", "#8793a8") + line("M22 10v7", "#e6b422", 1.6),
  "👉": shape("M2 9h8V7a2 2 0 0 1 2-2h2v4h8a1.8 1.8 0 0 1 0 3.6h-6l-1 6.4H8l-2-2H2z", "#e9b872"),
  "🔁": line("M4 11V9a3 3 0 0 1 3-3h12M16 3l3 3-3 3M20 13v2a3 3 0 0 1-3 3H5M8 15l-3 3 3 3", "#8fb6e8", 2.4),
  "🔒": line("M8 11V8a4 4 0 0 1 8 0v3", "#b9bdc6", 2.4) + shape("M5 11h14v11H5z", "#e0a83a"),
};

const KNOWN = new RegExp(`(${Object.keys(DRAWN).join("|")})\\uFE0F?`, "u");

/** Text with the emoji in it drawn: text and elements in a row. The letters stay where they are, for readers and copies. */
export function withEmoji(text) {
  return text.split(KNOWN).map((part, place) => (place % 2 ? drawn(part) : part));
}

function drawn(sign) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${DRAWN[sign]}</svg>`;
  const style = { "background-image": `url("data:image/svg+xml,${encodeURIComponent(svg)}")` };
  return h("span", { class: "emoji", style }, sign);
}
