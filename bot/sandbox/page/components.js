/* Message components, classic rows and layouts alike: one builder for each type. */
import { cssColour, h } from "./dom.js";
import { COMPONENT, INTERACTION } from "./discord.js";
import { withEmoji } from "./emoji.js";
import { icon } from "./icons.js";
import { markdown } from "./markdown.js";
import { fileCard, picture } from "./media.js";
import { emojiText, selectMenu, selectOptions } from "./picker.js";

const BUTTON_STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium" };
const LINK = 5;

/** The components of a message; `at` is {session, actions, message}. */
export function components(items, at) {
  return (items ?? []).map((item) => build(item, at));
}

const BUILDERS = {
  [COMPONENT.row]: (row, at) => h("div", { class: "row" }, components(row.components, at)),
  [COMPONENT.button]: button,
  [COMPONENT.stringSelect]: select,
  [COMPONENT.userSelect]: select,
  [COMPONENT.roleSelect]: select,
  [COMPONENT.mentionableSelect]: select,
  [COMPONENT.channelSelect]: select,
  [COMPONENT.section]: section,
  [COMPONENT.text]: ({ content }, at) => markdown(content, at),
  [COMPONENT.thumbnail]: (item) => mediaItem(item, "thumbnail"),
  [COMPONENT.gallery]: gallery,
  [COMPONENT.file]: ({ file, name, size }) =>
    fileCard({ url: file.url, filename: name ?? lastPart(file.url), size }),
  [COMPONENT.separator]: separator,
  [COMPONENT.container]: container,
};

function build(component, at) {
  return (
    BUILDERS[component.type]?.(component, at) ??
    h("p", { class: "unknown-component" }, `This page does not know components of type ${component.type}.`)
  );
}

function button(component, at) {
  const style = BUTTON_STYLES[component.style] ?? "secondary";
  const label = [
    component.emoji ? h("span", { class: "button-emoji" }, withEmoji(emojiText(component.emoji))) : null,
    component.label ? h("span", {}, withEmoji(component.label)) : null,
  ];
  if (component.style === LINK) return linkButton(component, label);
  const waits = at.session.pending.get(at.message.id);
  return h(
    "button",
    {
      type: "button",
      class: `button ${style} ${waits === component.custom_id ? "waiting" : ""}`,
      disabled: component.disabled || waits !== undefined,
      dataset: { key: component.custom_id },
      "aria-label": component.label ? null : emojiText(component.emoji ?? { name: "button" }),
      onclick: () => press(component, at),
    },
    label,
  );
}

function linkButton({ url, disabled }, label) {
  const target = /^(https?|discord):\/\//i.test(url) && !disabled ? url : null;
  return h(
    "a",
    { class: "button secondary link", href: target, target: "_blank", rel: "noopener noreferrer nofollow" },
    label,
    icon("open"),
  );
}

function press(component, { session, message }, values = undefined) {
  const data = {
    component_type: component.type,
    custom_id: component.custom_id,
    ...(values ? { values } : {}),
  };
  session.interact(
    { type: INTERACTION.component, channel_id: message.channel_id, message_id: message.id, data },
    { channelId: message.channel_id, messageId: message.id, customId: component.custom_id },
  );
}

function select(component, at) {
  const key = `${at.message.id}:${component.custom_id}`;
  const preset = selectOptions(component, at.session)
    .filter((option) => option.chosen)
    .map((option) => option.value);
  return selectMenu(component, at.session, {
    values: at.session.selected.get(key) ?? preset,
    disabled: component.disabled || at.session.pending.has(at.message.id),
    onchoose: (values) => {
      at.session.selected.set(key, values);
      press(component, at, values);
    },
  });
}

function section({ components: texts, accessory }, at) {
  return h(
    "div",
    { class: "section" },
    h("div", { class: "section-text" }, components(texts, at)),
    accessory ? h("div", { class: "section-accessory" }, build(accessory, at)) : null,
  );
}

function mediaItem({ media, description, spoiler }, extra) {
  return picture({
    url: media.url,
    width: media.width,
    height: media.height,
    alt: description,
    spoiler,
    extra,
  });
}

function gallery({ items }) {
  return h(
    "div",
    { class: `gallery of-${Math.min(items.length, 4)}` },
    items.map((item) => mediaItem(item, "")),
  );
}

function separator({ divider = true, spacing = 1 }) {
  return h("hr", { class: `separator ${divider ? "" : "bare"} ${spacing === 2 ? "wide" : ""}` });
}

function container({ accent_color: accent, spoiler, components: items }, at) {
  const edge = accent === undefined || accent === null ? {} : { "--edge": cssColour(accent) };
  const box = h("div", { class: `container ${spoiler ? "veiled" : ""}`, style: edge }, components(items, at));
  if (spoiler)
    box.prepend(
      h("button", { type: "button", class: "unveil", onclick: () => unveil(box) }, "Spoiler: press to reveal"),
    );
  return box;
}

function unveil(box) {
  box.classList.remove("veiled");
  box.querySelector(".unveil").remove();
}

function lastPart(url) {
  return decodeURIComponent(url.split("?")[0].split("/").at(-1));
}
