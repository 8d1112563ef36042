/* The page's own signs, drawn as lines, so that no font has to have them. */

const SVG = "http://www.w3.org/2000/svg";
const PATHS = {
  pin: "M9 3h6l-1 6 4 4v2H6v-2l4-4zM12 15v6",
  thread: "M5 4v9a3 3 0 0 0 3 3h11M15 12l4 4-4 4",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  eye: "M2 12c3-5 6-7 10-7s7 2 10 7c-3 5-6 7-10 7s-7-2-10-7zM12 9a3 3 0 1 0 .01 0",
  warning: "M12 3 2 20h20zM12 10v5M12 17.5v.5",
  file: "M6 3h8l5 5v13H6zM14 3v5h5",
  send: "M4 4l17 8-17 8 3-8zM7 12h14",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6 6 18",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  open: "M9 5H5v14h14v-4M13 4h7v7M20 4l-9 9",
  down: "M6 9l6 6 6-6",
  arrive: "M4 12h13M12 7l5 5-5 5M20 5v14",
};

/** One of the signs in `PATHS`, as big as the text around it. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", PATHS[name]);
  for (const [key, value] of Object.entries({ viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }))
    svg.setAttribute(key, value);
  svg.append(path);
  return svg;
}
