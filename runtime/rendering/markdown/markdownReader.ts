import MarkdownIt from "markdown-it";
import type { Token } from "markdown-it";

/** An address in Markdown as a reader finds it, with its position in the text. */
export interface FoundAddress {
  readonly at: number;
  readonly end: number;
  /** The address with entities and escapes decoded and the rest percent-encoded, as in a browser. */
  readonly address: string;
}

/**
 * The finds of one parse by their offset: in the whole text while the parser reads blocks, in `text` while it reads
 * lines.
 */
export interface Met {
  text: string;
  readonly addresses: Map<number, FoundAddress>;
  /** For the end of each label, its start and true if it belongs to a picture. */
  readonly labels: Map<number, { readonly at: number; readonly picture: boolean }>;
  /** Each `<` that may begin an autolink. */
  readonly angles: Set<number>;
}

/** Parses one text. It accepts every address, because readers differ in the ones they refuse. */
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
    // Blocks first: `lines` reads the lines later, one block after another, so that each address is known to stand in
    // its block.
    this.#parser.core.ruler.enableOnly(["normalize", "block"]);
    this.blocks = this.#parser.parse(text, { references: this.references });
  }

  normalize(address: string): string {
    return this.#parser.normalizeLink(address);
  }

  /** Looks up the address that a reference with this label leads to. */
  referenced(label: string): string | undefined {
    const key = this.#parser.utils.normalizeReference(label);
    return Object.hasOwn(this.references, key) ? this.references[key]?.href : undefined;
  }

  /** Parses the lines of one block into tokens. `met` then holds the finds of these lines only. */
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
      // The label of a reference follows another label; for it, the parser does not say link or picture.
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
