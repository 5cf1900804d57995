/** The draft in the frame: members select sections there, write texts and open pictures. No script of the page runs. */
import type { EditAnswer } from "../../api/views.ts";
import type { TextCaret } from "../../rich/model/rich.ts";
import { caretIn } from "./caret.ts";
import { emptyAt, nameEmpties } from "./empties.ts";
import { contentText, markAround, markNear, marksIn, type MarkedText } from "./marks.ts";
import { isPicture, listenForFiles, watchPictures } from "./pictures.ts";
import { patch, patchFrom } from "./patch.ts";
import { shownSectionId, sectionAround, sectionElement } from "./sections.ts";
import { dress } from "./style.ts";
import { type TextField, caretAt, caretToEnd, openText } from "./textField.ts";

export interface FrameEvents {
  readonly selected: (section: string | null) => void;
  /** The member clicked outside all sections, on an element with this text. */
  readonly outside: (text: string) => void;
  /** The member clicked a link with Ctrl or ⌘. */
  readonly followed: (address: string) => void;
  /** The text in place of a missing picture. */
  readonly lost: string;
  readonly labelOf: (mark: MarkedText) => string;
  /** The value of a text's field; undefined if the field is not known. */
  readonly textOf: (mark: MarkedText) => string | undefined;
  /** True for a text that the page of another language keeps. The member changes it there. */
  readonly isKept: (mark: MarkedText) => boolean;
  /** The member begins to write in a text. */
  readonly entered: (mark: MarkedText) => void;
  readonly written: (mark: MarkedText, text: string) => void;
  readonly left: () => void;
  /** The member clicked a formatted text, or one kept elsewhere. The editor opens it in the page or in the panel. */
  readonly rich: (mark: MarkedText, caret: TextCaret | undefined) => Promise<void>;
  /** The member clicked a picture; false if no field holds it. */
  readonly picture: (section: string, picture: HTMLImageElement) => boolean;
  readonly dropped: (section: string, picture: HTMLImageElement, file: File) => void;
  readonly key: (event: KeyboardEvent) => void;
  readonly clipboard: (event: ClipboardEvent) => void;
  readonly moved: () => void;
  /** Reads the HTML of the present draft; null if that failed. */
  readonly draft: () => Promise<string | null>;
  readonly mayWrite: () => boolean;
}

/** Elements that navigate on a click or on Enter, in HTML and in SVG. */
const LINKS = "a, area";

/** The address of an HTML link. An SVG link's `href` is an object, so it has none. */
function addressOf(link: Element): string | null {
  const { href } = link as Partial<HTMLAnchorElement>;
  return link.tagName === "A" && typeof href === "string" && href !== "" ? href : null;
}

const SELECTED = "data-editor-selected";
const HOVER = "data-editor-hover";
const NEW = "data-editor-new";

/** A formatted text that is open in the draft. */
interface HeldText {
  readonly focus: () => void;
  readonly end: () => void;
}

export class FrameView {
  readonly document: Document;
  readonly #events: FrameEvents;
  #text: TextField | undefined;
  /** True if an update skipped a section because the member was writing in it. */
  #stale = false;
  #awaited: string | null = null;
  #asked: Promise<void> | undefined;
  #again = false;
  /** The element of a formatted text while it is open. */
  #held: (HeldText & { readonly host: Element }) | undefined;
  /** The formatted text whose editor is loading. */
  #opening: MarkedText | undefined;

  constructor(document: Document, events: FrameEvents) {
    this.document = document;
    this.#events = events;
    dress(document);
    this.#nameEmpties();
    watchPictures(document, events.lost);
    this.#listen();
  }

  /** The text being written. */
  get writing(): MarkedText | undefined {
    return this.#text?.mark;
  }

  /** Marks a section as selected. A section that is not in the draft yet is scrolled into view when it arrives. */
  select(id: string | null, isShown: boolean): void {
    for (const old of this.document.querySelectorAll(`[${SELECTED}]`)) old.removeAttribute(SELECTED);
    const element = id === null ? null : sectionElement(this.document, id);
    element?.setAttribute(SELECTED, "");
    if (isShown) this.#awaited = element ? null : id;
    if (isShown && element) this.#bringIntoView(element);
    if (!isShown && element && this.#awaited === id) {
      this.#awaited = null;
      element.setAttribute(NEW, "");
      this.#bringIntoView(element);
    }
  }

  /** Shows a moved section at once, and again where the site's answer puts it. */
  bring(id: string): void {
    this.select(id, true);
    this.#awaited = id;
  }

  box(id: string): DOMRect | undefined {
    return sectionElement(this.document, id)?.getBoundingClientRect();
  }

  /** Shows a field's text that changed elsewhere, such as by an undo; false if the draft has no such text. */
  show(section: string, pointer: string, text: string): boolean {
    const element = sectionElement(this.document, section);
    const mark = element && this.#markOf(element, section, pointer);
    if (this.#text && this.#text.mark.section === section && this.#text.mark.pointer === pointer) {
      this.#text.show(text);
      return true;
    }
    if (!mark || mark.kind !== "text") return false;
    if (contentText(mark) === text) return true;
    while (mark.open.nextSibling && mark.open.nextSibling !== mark.close) mark.open.nextSibling.remove();
    mark.open.after(this.document.createTextNode(text));
    return true;
  }

  /** Opens the first text of a section for writing; false if the section has none. */
  writeFirst(section: string): boolean {
    const [mark] = this.#textsOf(section);
    if (mark) this.#writeOn(mark);
    return mark !== undefined;
  }

  /** Shows a removal or a move at once, before the site has answered. */
  reorder(ids: readonly string[]): void {
    patch(this.document, [], ids, () => false);
    this.#patched();
  }

  follow(answer: EditAnswer): void {
    const known = answer.sections.filter((one): one is { id: string; html: string } => one.html !== null);
    const { left } = patch(this.document, known, answer.order, this.#isHeld);
    this.#stale ||= left.length > 0;
    this.#patched();
    if (answer.beyond || known.length < answer.sections.length) void this.refresh();
  }

  /** Reads the whole draft again and updates what differs. Calls during a running read share one more read. */
  async refresh(): Promise<void> {
    this.#again = true;
    this.#asked ??= this.#refreshing().finally(() => (this.#asked = undefined));
    await this.#asked;
    // A call may come between the last look of a running read and its end.
    if (this.#again) await this.refresh();
  }

  /** Closes the text being written. */
  leave(): void {
    const [text, held] = [this.#text, this.#held];
    this.#text = undefined;
    this.#held = undefined;
    text?.close();
    held?.end();
    if (text) this.#events.left();
    this.#nameEmpties();
    if (!this.#stale) return;
    this.#stale = false;
    void this.refresh();
  }

  /** Exempts an element from updates while another editor writes in it. */
  hold(host: Element, held: HeldText): void {
    this.leave();
    this.#held = { host, ...held };
  }

  isOpening(mark: MarkedText): boolean {
    return this.#opening === mark;
  }

  /**
   * Tells whether a key in the draft belongs to a text, although the text has lost the focus or is still loading. An
   * open text gets the focus again, so that the browser writes the key there.
   */
  takesKey(): boolean {
    if (this.#text) this.#text.host.focus();
    else this.#held?.focus();
    return (this.#text ?? this.#held ?? this.#opening) !== undefined;
  }

  async #refreshing(): Promise<void> {
    while (this.#again) {
      this.#again = false;
      const html = await this.#events.draft();
      if (html === null) return;
      const { left } = patchFrom(this.document, html, this.#isHeld);
      this.#stale ||= left.length > 0;
      this.#patched();
    }
  }

  #patched(): void {
    this.#nameEmpties();
    this.#events.moved();
  }

  #nameEmpties(): void {
    nameEmpties(this.document, this.#events.labelOf);
  }

  readonly #isHeld = (element: Element): boolean =>
    (this.#text !== undefined && element.contains(this.#text.host)) ||
    (this.#held !== undefined && element.contains(this.#held.host));

  #markOf(element: Element, section: string, pointer: string): MarkedText | undefined {
    return marksIn(element).find((mark) => mark.section === section && mark.pointer === pointer);
  }

  #bringIntoView(element: Element): void {
    const { top, bottom } = element.getBoundingClientRect();
    const height = this.document.documentElement.clientHeight;
    if (top < 0 || top > height * 0.8 || (bottom > height && top > height / 2))
      element.scrollIntoView({ block: top < 0 || bottom - top > height ? "start" : "center" });
  }

  #listen(): void {
    const { document } = this;
    document.addEventListener("click", (event) => this.#clicked(event), true);
    // Prevents that the middle button opens a link in a new tab.
    document.addEventListener("auxclick", (event) => event.preventDefault(), true);
    document.addEventListener("submit", (event) => event.preventDefault(), true);
    document.addEventListener("dragstart", (event) => event.preventDefault(), true);
    listenForFiles(document, (picture, file) => {
      const section = sectionAround(picture);
      if (section && this.#events.mayWrite()) this.#events.dropped(shownSectionId(section), picture, file);
    });
    document.addEventListener("pointerover", (event) => this.#hovered(event.target as Node));
    document.addEventListener("pointerleave", () => this.#hovered(null));
    document.addEventListener("keydown", (event) => this.#events.key(event), true);
    for (const name of ["copy", "cut", "paste"] as const)
      document.addEventListener(name, (event) => this.#events.clipboard(event), true);
    document.addEventListener("scroll", () => this.#events.moved(), { passive: true, capture: true });
    document.defaultView?.addEventListener("resize", () => this.#events.moved());
  }

  #hovered(node: Node | null): void {
    const element = node && sectionAround(node);
    for (const old of this.document.querySelectorAll(`[${HOVER}]`)) if (old !== element) old.removeAttribute(HOVER);
    element?.setAttribute(HOVER, "");
  }

  #clicked(event: MouseEvent): void {
    const target = event.target as Element;
    const link = target.closest(LINKS);
    if (link) event.preventDefault();
    if (this.#text?.host.contains(target) || this.#held?.host.contains(target)) {
      if (target.closest("button, summary, label")) event.preventDefault();
      return;
    }
    const address = link && addressOf(link);
    if (address && (event.ctrlKey || event.metaKey)) return this.#events.followed(address);
    if (target.closest("button, input, select, textarea, label")) event.preventDefault();
    this.#chosen(event, target);
  }

  #chosen(event: MouseEvent, target: Element): void {
    const section = sectionAround(target);
    this.#opening = undefined;
    this.leave();
    this.#events.selected(section ? shownSectionId(section) : null);
    if (!section) return this.#events.outside(target.textContent);
    if (this.#events.mayWrite()) this.#opened(event, target, section);
  }

  #opened({ clientX, clientY }: MouseEvent, target: Element, section: Element): void {
    if (isPicture(target) && this.#events.picture(shownSectionId(section), target)) return;
    const mark = emptyAt(target) ?? markAround(target, section) ?? markNear(target, clientX, clientY);
    if (!mark) return;
    if (mark.section !== shownSectionId(section)) this.#events.selected(mark.section);
    if (mark.kind !== "text" || this.#events.isKept(mark)) return this.#openRich(mark, caretIn(mark, clientX, clientY));
    // The click also opens or closes a summary. Otherwise a member could not reach the content of the details.
    this.#write(mark);
    if (this.#text) caretAt(this.#text.host, clientX, clientY);
  }

  #openRich(mark: MarkedText, caret: TextCaret | undefined): void {
    this.#opening = mark;
    void this.#events.rich(mark, caret).finally(() => {
      if (this.#opening === mark) this.#opening = undefined;
    });
  }

  #write(mark: MarkedText): void {
    const named = { text: this.#events.textOf(mark) ?? contentText(mark), label: this.#events.labelOf(mark) };
    this.#text = openText(mark, named, {
      input: (text) => this.#events.written(mark, text),
      leave: () => this.leave(),
      next: (by) => this.#writeBeside(mark, by),
    });
    this.#events.entered(mark);
  }

  #writeOn(mark: MarkedText): void {
    this.#write(mark);
    this.#text?.host.focus();
    if (this.#text) caretToEnd(this.#text.host);
  }

  #writeBeside({ section, pointer }: MarkedText, by: 1 | -1): boolean {
    const texts = this.#textsOf(section);
    const next = texts[texts.findIndex((one) => one.pointer === pointer) + by];
    if (!next) return false;
    this.leave();
    this.#writeOn(next);
    return true;
  }

  /** The plain texts of a section itself that the member can write, in their order. */
  #textsOf(section: string): MarkedText[] {
    const element = sectionElement(this.document, section);
    return element
      ? marksIn(element).filter((one) => one.section === section && one.kind === "text" && !this.#events.isKept(one))
      : [];
  }
}
