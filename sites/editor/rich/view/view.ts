import { history } from "prosemirror-history";
import { EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { mergedText } from "../../../../runtime/editing/operations/mergedText.ts";
import { KeptText } from "../model/kept.ts";
import { documentOf } from "../model/read.ts";
import { registerTyped } from "../../document/typed.ts";
import type { RichNotice, RichOptions, RichText } from "../model/rich.ts";
import { askedBySign } from "./asking.ts";
import { selectionAt } from "./caret.ts";
import { loadPaste, moveDropped, pasteInto, copiedText } from "./clipboard.ts";
import { commandsOf } from "./commands.ts";
import { dressEditor } from "./dress.ts";
import { keys, typingRules } from "./keys.ts";
import { shownInstead } from "./shown.ts";
import { stateOf } from "./state.ts";

/**
 * The pause in typing before the Markdown is reported, in milliseconds. Writing a long text takes a few milliseconds.
 */
const PAUSE_MS = 150;

class Formatted {
  #kept: KeptText;
  readonly #options: RichOptions;
  readonly view: EditorView;
  readonly #undress: () => void;
  readonly #end: () => void;
  #notice: RichNotice | null = null;
  #reported: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(kept: KeptText, options: RichOptions) {
    this.#kept = kept;
    this.#options = options;
    this.#reported = options.markdown;
    const mount = options.element.ownerDocument.createElement("div");
    this.#undress = dressEditor(options.element, mount);
    this.view = new EditorView({ mount }, this.#props());
    this.#end = registerTyped(() => this.flush());
    void loadPaste();
    options.onState?.(stateOf(this.view.state, null));
  }

  #props(): ConstructorParameters<typeof EditorView>[1] {
    const plugins = [typingRules(), ...keys(this.#options), history()];
    const { caret } = this.#options;
    const { doc } = this.#kept;
    return {
      state: EditorState.create({ doc, plugins, ...(caret && { selection: selectionAt(doc, caret) }) }),
      attributes: { translate: "no", role: "textbox", "aria-multiline": "true", "aria-label": this.#options.label },
      dispatchTransaction: (tr) => {
        this.view.updateState(this.view.state.apply(tr));
        this.#changed(tr.docChanged);
      },
      handleTextInput: (view, _from, _to, text) => !view.composing && this.#asks(text),
      clipboardTextSerializer: (slice) => {
        const blocks = slice.content.content.filter((node) => node.isBlock);
        const text = blocks.length > 0 ? this.#kept.write(documentOf(blocks)).markdown : "";
        return text === "" || blocks.length === 1 ? copiedText(slice.content) : text;
      },
      handleDOMEvents: {
        paste: (view, event) => this.#paste(view, event.clipboardData, event),
        drop: (view, event) =>
          !view.dragging && moveDropped(view, event) && this.#paste(view, event.dataTransfer, event),
      },
    };
  }

  /** True if a typed sign asks for a dialog instead. */
  #asks(text: string): boolean {
    const { onAsk } = this.#options;
    const asked = onAsk && askedBySign(this.view.state, text);
    if (asked) onAsk(asked);
    return asked !== undefined;
  }

  #paste(view: EditorView, data: DataTransfer | null, event: Event): boolean {
    event.preventDefault();
    this.#notice = null;
    if (data)
      pasteInto(view, data, {
        services: this.#options.services ?? {},
        tell: (notice) => {
          this.#notice = notice;
          this.#options.onState?.(stateOf(view.state, notice));
        },
      });
    return true;
  }

  #changed(isText: boolean): void {
    if (isText) this.#soon();
    this.#options.onState?.(stateOf(this.view.state, this.#notice));
  }

  #soon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.view.composing ? this.#soon() : this.flush()), PAUSE_MS);
  }

  flush(): string {
    clearTimeout(this.#timer);
    if (this.view.isDestroyed) return this.#reported;
    const { markdown, isFaithful } = this.#kept.write(this.view.state.doc);
    this.#warn(isFaithful);
    if (markdown !== this.#reported) {
      this.#reported = markdown;
      this.#options.onInput(markdown);
    }
    return markdown;
  }

  show(markdown: string): boolean {
    if (this.view.isDestroyed || this.view.composing) return false;
    const mine = this.#kept.write(this.view.state.doc).markdown;
    const merged = mine === this.#reported ? markdown : mergedText(this.#reported, markdown, mine);
    const kept = merged === undefined ? undefined : KeptText.open(merged);
    if (!kept) return false;
    const shown = shownInstead(this.view.state, this.#kept.doc, kept.doc);
    this.#reported = markdown;
    this.#kept = kept;
    this.view.dispatch(shown);
    return true;
  }

  #warn(isFaithful: boolean): void {
    if (isFaithful === (this.#notice?.kind !== "unfaithful")) return;
    this.#notice = isFaithful ? null : { kind: "unfaithful" };
    this.#options.onState?.(stateOf(this.view.state, this.#notice));
  }

  close(): void {
    if (this.view.isDestroyed) return;
    this.flush();
    this.#end();
    this.view.destroy();
    this.#undress();
  }
}

export function openFormatted(kept: KeptText, options: RichOptions): RichText {
  const formatted = new Formatted(kept, options);
  return {
    mode: "rich",
    commands: commandsOf(formatted.view),
    flush: () => formatted.flush(),
    show: (markdown) => formatted.show(markdown),
    focus: () => formatted.view.focus(),
    close: () => formatted.close(),
  };
}
