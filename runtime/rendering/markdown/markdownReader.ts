import MarkdownIt, { type Token } from "markdown-it";

/** A URL in Markdown, with its position in the text. */
export interface FoundAddress {
  readonly at: number;
  readonly end: number;
  /** The URL with entities and escapes decoded, and percent-encoded as in a browser. */
  readonly address: string;
}

/**
 * Finds of the parser, by offset: in the whole text while it parses blocks, in `text` while it parses inline content.
 */
export interface Met {
  text: string;
  readonly addresses: Map<number, FoundAddress>;
  /** For the end of each label: its start, and whether it belongs to a picture. */
  readonly labels: Map<number, { readonly at: number; readonly picture: boolean }>;
  /** The offset of each `<` that may begin an autolink. */
  readonly angles: Set<number>;
}

/** Parses one text. It accepts every URL, because Markdown readers differ in which ones they refuse. */
export class MarkdownReader {
  readonly met: Met;
  readonly references: Record<string, { href: string; title: string }> = {};
  readonly blocks: readonly Token[];
  readonly #parser = new MarkdownIt("default", { html: true });

  constructor(text: string) {
    this.met = { text, addresses: new Map(), labels: new Map(), angles: new Set() };
    this.#parser.validateLink = () => true;
    this.#noteAddresses();
    this.#noteLabels();
    this.#noteAngles();
    // Parses blocks only. `lines` parses the inline content later, block by block, so that each URL is known to be in
    // its block.
    this.#parser.core.ruler.enableOnly(["normalize", "block"]);
    this.blocks = this.#parser.parse(text, { references: this.references });
  }

  normalize(address: string): string {
    return this.#parser.normalizeLink(address);
  }

  /** The URL of a reference with this label. */
  referenced(label: string): string | undefined {
    const key = this.#parser.utils.normalizeReference(label);
    return Object.hasOwn(this.references, key) ? this.references[key]?.href : undefined;
  }

  /** Parses the inline content of one block into tokens. `met` then has the finds of this block only. */
  lines(content: string): Token[] {
    const { addresses, labels, angles } = this.met;
    for (const kept of [addresses, labels, angles]) kept.clear();
    this.met.text = content;
    const tokens: Token[] = [];
    this.#parser.inline.parse(content, this.#parser, { references: this.references }, tokens);
    return tokens.flatMap(withChildren);
  }

  #noteAddresses(): void {
    const { parseLinkDestination } = this.#parser.helpers;
    const noted: typeof parseLinkDestination = (text, at, max) => {
      const found = parseLinkDestination(text, at, max);
      if (found.ok && text === this.met.text)
        this.met.addresses.set(at, { at, end: found.pos, address: this.normalize(found.str) });
      return found;
    };
    Object.assign(this.#parser.helpers, { parseLinkDestination: noted });
  }

  #noteLabels(): void {
    const { parseLinkLabel } = this.#parser.helpers;
    const noted: typeof parseLinkLabel = (state, at, isLink) => {
      const end = parseLinkLabel(state, at, isLink);
      // For the second label of a reference, the parser does not tell whether it is a link or a picture.
      if (end >= 0 && isLink !== undefined && state.src === this.met.text)
        this.met.labels.set(end, { at, picture: !isLink });
      return end;
    };
    Object.assign(this.#parser.helpers, { parseLinkLabel: noted });
  }

  #noteAngles(): void {
    this.#parser.inline.ruler.before("autolink", "angle", ({ src, pos }) => {
      if (src[pos] === "<" && src === this.met.text) this.met.angles.add(pos);
      return false;
    });
  }
}

const withChildren = (token: Token): Token[] => [token, ...(token.children ?? []).flatMap(withChildren)];
