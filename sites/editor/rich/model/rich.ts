/** The interface between an open formatted text and the code around it. */

export type Block = "paragraph" | "heading" | "code";

export interface RichState {
  /** `source`: the text is edited as Markdown, because its formatting cannot be shown. */
  readonly mode: "rich" | "source";
  readonly block: Block;
  readonly level: number;
  readonly active: Readonly<Record<"strong" | "em" | "strike" | "code" | "bullets" | "numbers" | "quote", boolean>>;
  /** The target of the link at the caret; null if there is none. */
  readonly href: string | null;
  /** The selected directive as it is written; null without one. */
  readonly directive: string | null;
  readonly isInTable: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** A notice for the member: a paste was incomplete, or the text reads differently than it looks. */
  readonly notice: RichNotice | null;
}

export interface RichNotice {
  readonly kind: "tooLong" | "pictures" | "uploadFailed" | "unfaithful" | "notLoaded";
  /** Characters allowed, and how many there were more. */
  readonly most?: number;
  readonly over?: number;
}

/** The commands of the toolbar. Each returns the focus to the text. */
export interface RichCommands {
  strong(): void;
  em(): void;
  strike(): void;
  code(): void;
  paragraph(): void;
  heading(level: number): void;
  bullets(): void;
  numbers(): void;
  quote(): void;
  codeBlock(): void;
  rule(): void;
  /** Sets the link of the selection; null removes it. Without a selection, `words` or the address become the text. */
  link(href: string | null, words?: string): void;
  /** Writes plain text in the place of the selection. */
  write(text: string): void;
  picture(src: string, alt: string): void;
  /** Puts Markdown in the place of the selection. */
  insert(markdown: string): void;
  table(): void;
  addRow(): void;
  addColumn(): void;
  deleteRow(): void;
  deleteColumn(): void;
  undo(): void;
  redo(): void;
}

export interface RichText {
  readonly mode: "rich" | "source";
  readonly commands: RichCommands;
  /** Returns the present Markdown, including the latest input. */
  flush(): string;
  /**
   * Shows a text that was changed elsewhere, together with what the member typed meanwhile. False if both changed the
   * same block, or if the member composes a word just now; then the text box stays as it is.
   */
  show(markdown: string): boolean;
  focus(): void;
  close(): void;
}

/** A place in a text, counted without spaces, because a page and the editor may space a text differently. */
export interface TextCaret {
  /** The characters before it that are no spaces. */
  readonly signs: number;
  /** True for the place right after the last of them; otherwise it is right before the next one. */
  readonly isAfter: boolean;
}

/** The dialog that a member asks for: for a link by Ctrl+K or `@`, or for anything to insert by `/`. */
export type RichAsked = "link" | "@" | "/";

export interface RichServices {
  /** Uploads a pasted picture; undefined if the site refused it. */
  upload?(file: File): Promise<{ readonly src: string; readonly alt: string } | undefined>;
}

export interface RichOptions {
  /** The element that holds the text, possibly in a frame. `close` restores its content. */
  readonly element: HTMLElement;
  readonly markdown: string;
  /** The accessible name of the text. */
  readonly label: string;
  /** The place at which the caret starts. Default: the start of the text. */
  readonly caret?: TextCaret | "end" | undefined;
  /** Reports the Markdown after a pause in typing, and never during a composition. */
  readonly onInput: (markdown: string) => void;
  /** The member pressed Escape. */
  readonly onLeave: () => void;
  readonly onState?: (state: RichState) => void;
  /** Opens the dialog that the member asks for. A sign that asked for it is not written yet. */
  readonly onAsk?: (asked: RichAsked) => void;
  readonly services?: RichServices;
}

/** The heading levels that a member can choose. Level 1 is the page's own heading. */
export const HEADINGS = [2, 3, 4] as const;
