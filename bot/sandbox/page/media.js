/* Pictures and files of a message, and the lightbox that enlarges them. */
import { h } from "./dom.js";
import { icon } from "./icons.js";

const FITTED = 1;
const DEEPEST = 8;

/** An address of the sandbox's own files as a path of this page; other addresses stay as they are. */
export function localUrl(url) {
  try {
    const { pathname, search } = new URL(url, location.href);
    return pathname.startsWith("/attachments/") ? pathname + search : url;
  } catch {
    return "";
  }
}

/** Whether an attachment or media item is a picture. */
export function isImage({ content_type: type, filename = "", url = "" }) {
  if (type) return /^image\/(png|jpeg|gif|webp)$/.test(type);
  return /\.(png|jpe?g|gif|webp)$/i.test(filename || url.split("?")[0]);
}

/** A picture that opens in the lightbox; its place is kept while it loads. */
export function picture({ url, alt, width, height, spoiler = false, extra = "" }) {
  const source = localUrl(url);
  const image = h("img", { src: source, alt: alt ?? "", draggable: "false" });
  image.addEventListener("error", () => button.replaceWith(lostPicture(alt)));
  const button = h(
    "button",
    {
      type: "button",
      style: width && height ? sizeOf(width, height) : {},
      class: `picture ${extra} ${spoiler ? "hidden-picture" : ""}`,
      "aria-label": spoiler ? "Spoiler picture: press to reveal" : `Enlarge: ${alt || "picture"}`,
      onclick: () =>
        button.classList.contains("hidden-picture") ? reveal(button, alt) : openLightbox(source, alt),
    },
    image,
  );
  return button;
}

/** The size that a picture will have, known before it has come, so that nothing jumps. */
function sizeOf(width, height) {
  return {
    "aspect-ratio": `${width} / ${height}`,
    width: `min(100%, ${width}px, var(--tallest) * ${(width / height).toFixed(4)})`,
  };
}

function reveal(button, alt) {
  button.classList.remove("hidden-picture");
  button.setAttribute("aria-label", `Enlarge: ${alt || "picture"}`);
}

function lostPicture(alt) {
  return h("div", { class: "lost-picture" }, `This picture could not be loaded${alt ? `: ${alt}` : "."}`);
}

/** A message's attachments: pictures in a grid, other files as links. */
export function attachments(items) {
  const pictures = items.filter(isImage).map((item) =>
    picture({
      url: item.url,
      alt: item.description ?? item.filename,
      width: item.width,
      height: item.height,
      spoiler: item.filename?.startsWith("SPOILER_"),
    }),
  );
  const files = items.filter((item) => !isImage(item)).map((item) => fileCard(item));
  return [
    pictures.length ? h("div", { class: `gallery of-${Math.min(pictures.length, 4)}` }, pictures) : null,
    ...files,
  ];
}

/** A file with its name and size, to download. */
export function fileCard({ url, filename, size }) {
  return h(
    "a",
    { class: "file-card", href: localUrl(url), download: filename },
    icon("file"),
    h("span", {}, filename ?? "file"),
    size ? h("small", {}, readableSize(size)) : null,
  );
}

function readableSize(bytes) {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1048576 ? `${(bytes / 1024).toFixed(1)} kB` : `${(bytes / 1048576).toFixed(1)} MB`;
}

/** Opens a picture over the page: wheel, pinch, buttons or + and - zoom; dragging moves; Escape closes. */
export function openLightbox(source, alt) {
  const image = h("img", { src: source, alt: alt ?? "", draggable: "false" });
  const dialog = h("dialog", { class: "lightbox", "aria-label": alt || "Picture" });
  const stage = h("div", { class: "stage", tabindex: "-1", autofocus: true }, image);
  const view = new View(stage, image);
  const tool = (label, sign, action) =>
    h("button", { type: "button", class: "tool", "aria-label": label, title: label, onclick: action }, sign);
  dialog.append(
    stage,
    h(
      "div",
      { class: "lightbox-tools" },
      tool("Zoom out", icon("minus"), () => view.zoom(1 / 1.5)),
      tool("Zoom in", icon("plus"), () => view.zoom(1.5)),
      tool("Fit to the window", icon("fit"), () => view.fit()),
      h(
        "a",
        {
          class: "tool",
          href: source,
          target: "_blank",
          rel: "noopener",
          title: "Open the original",
          "aria-label": "Open the original",
        },
        icon("open"),
      ),
      tool("Close", icon("close"), () => dialog.close()),
    ),
    alt ? h("p", { class: "lightbox-text" }, alt) : "",
  );
  dialog.addEventListener("keydown", (event) => view.key(event));
  dialog.addEventListener("close", () => dialog.remove());
  stage.addEventListener("click", (event) => !view.moved && !view.covers(event) && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}

/** Where the picture stands in the stage: its scale and shift, moved by pointers, wheel and keys. */
class View {
  constructor(stage, image) {
    Object.assign(this, { stage, image, pointers: new Map(), moved: false });
    this.fit();
    stage.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    stage.addEventListener("pointerdown", (event) => this.down(event));
    stage.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"])
      stage.addEventListener(end, (event) => this.pointers.delete(event.pointerId));
    stage.addEventListener("dblclick", (event) => (this.scale > FITTED ? this.fit() : this.zoom(2.5, event)));
  }

  /** Whether a pointer is on the picture itself, and not beside it. */
  covers({ clientX, clientY }) {
    const box = this.image.getBoundingClientRect();
    const { naturalWidth: width, naturalHeight: height } = this.image;
    const drawn = Math.min(box.width / width, box.height / height);
    const [dx, dy] = [clientX - box.left - box.width / 2, clientY - box.top - box.height / 2];
    return Math.abs(dx) <= (width * drawn) / 2 && Math.abs(dy) <= (height * drawn) / 2;
  }

  fit() {
    Object.assign(this, { scale: FITTED, x: 0, y: 0 });
    this.draw();
  }

  /** Scales by `factor`, keeping the point under `at` (a pointer position) in place. */
  zoom(factor, at = null) {
    const scale = Math.min(DEEPEST, Math.max(FITTED, this.scale * factor));
    const box = this.stage.getBoundingClientRect();
    const px = at ? at.clientX - box.left - box.width / 2 : 0;
    const py = at ? at.clientY - box.top - box.height / 2 : 0;
    const ratio = scale / this.scale;
    if (scale === FITTED) return this.fit();
    Object.assign(this, { scale, x: px - (px - this.x) * ratio, y: py - (py - this.y) * ratio });
    return this.draw();
  }

  draw() {
    const room = {
      x: (this.stage.clientWidth * (this.scale - 1)) / 2,
      y: (this.stage.clientHeight * (this.scale - 1)) / 2,
    };
    this.x = Math.max(-room.x, Math.min(room.x, this.x));
    this.y = Math.max(-room.y, Math.min(room.y, this.y));
    this.image.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.stage.classList.toggle("zoomed", this.scale > FITTED);
  }

  wheel(event) {
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY / 400), event);
  }

  down(event) {
    this.moved = false;
    this.pointers.set(event.pointerId, event);
    this.stage.setPointerCapture(event.pointerId);
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    const other = [...this.pointers.values()].find((pointer) => pointer.pointerId !== event.pointerId);
    if (other) this.zoom(distance(event, other) / distance(before, other), middle(event, other));
    else this.drag(event.clientX - before.clientX, event.clientY - before.clientY);
    this.pointers.set(event.pointerId, event);
  }

  drag(dx, dy) {
    if (Math.abs(dx) + Math.abs(dy) > 1) this.moved = true;
    Object.assign(this, { x: this.x + dx, y: this.y + dy });
    this.draw();
  }

  key(event) {
    const steps = { ArrowLeft: [80, 0], ArrowRight: [-80, 0], ArrowUp: [0, 80], ArrowDown: [0, -80] };
    if (event.key === "+" || event.key === "=") this.zoom(1.5);
    else if (event.key === "-") this.zoom(1 / 1.5);
    else if (event.key === "0") this.fit();
    else if (steps[event.key]) this.drag(...steps[event.key]);
    else return;
    event.preventDefault();
  }
}

function distance(one, other) {
  return Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY));
}

function middle(one, other) {
  return { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 };
}
