/* What a finger or the mouse goes down on is pressed when it is let go, though it was drawn anew or moved meanwhile. */

const SLIP = 8;

/**
 * Watches the whole page; whatever may be drawn anew has a `data-key`, by which it is found again in the message it was
 * in. Whoever pressed what is no more is told so by `complain`.
 */
export function keepPresses(complain) {
  let held = null;
  window.addEventListener("pointerdown", (event) => (held = pressedIn(event)), true);
  window.addEventListener("pointercancel", () => (held = null), true);
  window.addEventListener("pointerup", ({ target, clientX: x, clientY: y }) => {
    const before = held;
    held = null;
    if (!before || before.pressed.contains(target) || Math.hypot(x - before.x, y - before.y) > SLIP) return;
    const now = find(before);
    if (now) now.click();
    else complain("That has just changed; nothing was pressed. Look again.");
  });
}

function pressedIn({ target, clientX: x, clientY: y }) {
  const pressed = target.closest("[data-key]");
  return pressed ? { pressed, key: pressed.dataset.key, id: pressed.closest("[data-id]")?.dataset.id, x, y } : null;
}

/** Finds an element by its key, in a message if it is known in which. */
export function find({ id, key }) {
  const place = id ? document.querySelector(`[data-id="${CSS.escape(id)}"]`) : document;
  return place?.querySelector(`[data-key="${CSS.escape(key)}"]`);
}
