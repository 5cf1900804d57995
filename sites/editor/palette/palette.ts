/**
 * The command palette: one field that finds pages, lists and actions. The field is a combobox, and the list below it has
 * the choices. The focus stays in the field.
 */
import { isComposingKey } from "../document/composing.ts";
import { focusPlace, returnFocus } from "../document/focus.ts";
import { say } from "../../words/shape/say.ts";
import type { ScriptWords } from "../../words/en/script.ts";
import { type PaletteChoice, type FoundChoices, matching } from "./choice.ts";

export interface PaletteParts {
  readonly words: ScriptWords["palette"];
  /** Words for a site that does not answer. */
  readonly lost: string;
  /** The choices that are there without a request. */
  readonly fixed: readonly PaletteChoice[];
  /** Finds pages and lists at the site. Null if it does not answer. */
  find(text: string): Promise<FoundChoices | null>;
  /** Called once the palette has closed. */
  onClose?(): void;
}

const LIST = "palette-list";
const optionId = (index: number): string => `palette-${index}`;
/** The pause in typing before the site is asked, in milliseconds. */
const PAUSE_MS = 150;

function made<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Opens the palette. Escape, a choice and a click beside it close it, and the focus goes back. */
export const openPalette = (parts: PaletteParts): void => new Palette(parts).open();

class Palette {
  readonly #parts: PaletteParts;
  readonly #input: HTMLInputElement;
  readonly #status = made("p", { role: "status", class: "note" });
  readonly #list: HTMLUListElement;
  readonly #dialog: HTMLDialogElement;
  #shown: readonly PaletteChoice[] = [];
  #found: readonly PaletteChoice[] = [];
  /** Finds further pages. Null if there are none. */
  #more: FoundChoices["more"] = null;
  #at = 0;
  /** The number of the latest search. Answers to earlier ones are dropped. */
  #search = 0;

  constructor(parts: PaletteParts) {
    const { words } = parts;
    this.#parts = parts;
    this.#input = made("input", {
      type: "text",
      role: "combobox",
      "aria-label": words.search,
      placeholder: words.search,
      "aria-autocomplete": "list",
      "aria-expanded": "true",
      "aria-controls": LIST,
      autocomplete: "off",
      spellcheck: "false",
    });
    this.#list = made("ul", { id: LIST, role: "listbox", "aria-label": words.title });
    const box = made("div", { class: "dialog-box" }, this.#input, this.#status, this.#list);
    this.#dialog = made("dialog", { class: "dialog palette", "aria-label": words.title }, box);
  }

  open(): void {
    const before = focusPlace();
    const dialog = this.#dialog;
    document.body.append(dialog);
    dialog.addEventListener("keydown", (event) => this.#pressed(event));
    dialog.addEventListener("click", ({ target }) => {
      if (target === dialog) dialog.close();
    });
    dialog.addEventListener("close", () => {
      this.#search += 1;
      dialog.remove();
      if (before) returnFocus(before);
      this.#parts.onClose?.();
    });
    this.#input.addEventListener("input", () => this.#typed());
    dialog.showModal();
    this.#input.focus();
    this.#draw();
  }

  #typed(): void {
    this.#at = 0;
    [this.#found, this.#more] = [[], null];
    this.#draw();
    const search = (this.#search += 1);
    const text = this.#input.value.trim();
    if (text === "") return;
    this.#status.textContent = this.#parts.words.searching;
    setTimeout(() => void this.#ask(search, () => this.#parts.find(text)), PAUSE_MS);
  }

  async #ask(search: number, find: () => Promise<FoundChoices | null>): Promise<void> {
    if (search !== this.#search) return;
    const found = await find();
    if (search !== this.#search) return;
    if (found) [this.#found, this.#more] = [[...this.#found, ...found.choices], found.more];
    this.#draw();
    if (!found) this.#status.textContent = this.#parts.lost;
  }

  #draw(): void {
    const { words, fixed } = this.#parts;
    const text = this.#input.value;
    this.#shown = [...matching(fixed, text), ...this.#found];
    const more = this.#more ? [this.#option({ title: words.more }, this.#shown.length)] : [];
    this.#list.replaceChildren(...this.#shown.map((choice, index) => this.#option(choice, index)), ...more);
    this.#status.textContent =
      this.#shown.length === 0 ? say(words.none, { text }) : say(words.found, { n: this.#shown.length });
    this.#mark();
  }

  #option({ title, note, kind }: Partial<PaletteChoice> & Pick<PaletteChoice, "title">, index: number): HTMLLIElement {
    const small = (text: string): readonly (Node | string)[] => [
      " ",
      made("small", { class: "note" }, made("bdi", {}, text)),
    ];
    const beside = [...(note === undefined ? [] : small(note)), ...(kind ? small(this.#parts.words.kinds[kind]) : [])];
    const option = made("li", { id: optionId(index), role: "option" }, made("bdi", {}, title), ...beside);
    option.addEventListener("click", () => this.#take(index));
    return option;
  }

  /** Marks the option that Enter takes. */
  #mark(): void {
    const options = [...this.#list.children];
    for (const [index, option] of options.entries()) option.setAttribute("aria-selected", String(index === this.#at));
    const option = options[this.#at];
    if (option) this.#input.setAttribute("aria-activedescendant", option.id);
    else this.#input.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  }

  #pressed(event: KeyboardEvent): void {
    event.stopPropagation();
    if (isComposingKey(event)) return;
    const step = STEPS[event.key];
    const options = this.#list.children.length;
    if (step !== undefined && options > 0) {
      this.#at = (this.#at + step + options) % options;
      this.#mark();
    } else if (event.key === "Enter" && options > 0) this.#take(this.#at);
    else return;
    event.preventDefault();
  }

  /** Takes an option. The one behind all choices finds further ones, and the first of them is marked. */
  #take(index: number): void {
    const choice = this.#shown[index];
    if (!choice) {
      this.#at = index;
      if (this.#more) void this.#ask(this.#search, this.#more);
      return;
    }
    this.#dialog.addEventListener("close", () => choice.run());
    this.#dialog.close();
  }
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
