/** The shell's knowledge of a rich text that is open. */

export type Block = "paragraph" | "heading" | "code";

export interface RichState {
  /** `source`: the text cannot be shown with its formatting, and is written as Markdown. */
  readonly mode: "rich" | "source";
  readonly block: Block;
  readonly level: number;
  readonly active: Readonly<Record<"strong" | "em" | "strike" | "code" | "bullets" | "numbers" | "quote", boolean>>;
  /** The target of the link at the caret; null if there is none. */
  readonly href: string | null;
  readonly isInTable: boolean;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  /** A notice for the member: something that was pasted did not come along, or the text is not written as it looks. */
  readonly notice: RichNotice | null;
}

export type RichNotice = "tooLong" | "pictures" | "uploadFailed" | "unfaithful";

/** Commands take the caret back to the text. */
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
  /** Null takes the link away. Without a selection, the address is written. */
  link(href: string | null): void;
  picture(src: string, alt: string): void;
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
  /** The Markdown as it is now, also of what was typed a moment ago. */
  flush(): string;
  focus(): void;
  close(): void;
}

export interface RichServices {
  /** Stores a picture that was pasted; undefined if the site did not take it. */
  upload?(file: File): Promise<{ readonly src: string; readonly alt: string } | undefined>;
}

export interface RichOptions {
  /** The element that holds the text; a frame may own its document. Its content is put back on `close`. */
  readonly element: HTMLElement;
  readonly markdown: string;
  /** The name of the text for people who do not see it. */
  readonly label: string;
  /** Told in pauses of typing, and never while a character is being composed. */
  readonly onInput: (markdown: string) => void;
  /** Escape was pressed. */
  readonly onLeave: () => void;
  readonly onState?: (state: RichState) => void;
  /** Ctrl+K was pressed: the shell asks where the link leads, and calls `commands.link`. */
  readonly onLink?: () => void;
  readonly services?: RichServices;
}

/** The levels of headings that a member chooses from. `#` is the page's own heading. */
export const HEADINGS = [2, 3, 4] as const;
