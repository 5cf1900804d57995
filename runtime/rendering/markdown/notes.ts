/** The notes of a text, behind it, in the order in which the text names them. */
import type { Env, MarkdownIt, Token } from "markdown-it";
import type { PageIds } from "../../templates/markdownWriter.ts";
import { withDirectives } from "../dialect/directives.ts";
import { footnotesOf } from "../dialect/footnotes.ts";

interface Note {
  readonly id: string;
  readonly number: number;
  /** The ids of the places that name the note. */
  readonly places: string[];
}

const SPACED = ' <sup class="note-ref">';

/** The notes that one rendering has met. */
export class Notes {
  readonly #met = new Map<string, Note>();
  /** The texts of notes that directives drew where the text names them, by name. */
  readonly #drawn = new Map<string, string>();
  readonly #ids: PageIds;

  constructor(ids: PageIds) {
    this.#ids = ids;
  }

  /** The place in a text that names a note. */
  reference(name: string): string {
    const note = this.#met.get(name) ?? this.#begun(name);
    const place = this.#ids.take(`note-ref-${note.number}`);
    note.places.push(place);
    return `<sup class="note-ref"><a href="#${note.id}" id="${place}" role="doc-noteref">${note.number}</a></sup>`;
  }

  /** The place of a note whose text is drawn already. Its name is none that a text can write. */
  drawn(html: string): string {
    const name = ` ${this.#drawn.size}`;
    this.#drawn.set(name, html);
    return this.reference(name);
  }

  /** Notes of directives stand close to their words. Directives have a space before them where a word is. */
  close(html: string): string {
    return this.#drawn.size === 0 ? html : html.replaceAll(SPACED, SPACED.trimStart());
  }

  #begun(name: string): Note {
    const number = this.#met.size + 1;
    const note: Note = { id: this.#ids.take(`note-${number}`), number, places: [] };
    this.#met.set(name, note);
    return note;
  }

  /** All notes as a list. A note may name others, which then come behind it. */
  render(parser: MarkdownIt, env: object): string {
    const texts = footnotesOf(env);
    let items = "";
    for (const [name, note] of this.#met) {
      const drawn = this.#drawn.get(name);
      const body =
        drawn === undefined ? bodyOf(parser, env as unknown as Env, texts.get(name) ?? []) : `<p>${drawn}${LAST}`;
      items += `<li id="${note.id}">${withWaysBack(body, note.places)}</li>\n`;
    }
    return items === "" ? "" : `<section class="notes" role="doc-endnotes">\n<ol>\n${items}</ol>\n</section>\n`;
  }
}

/** The blocks of a note, whose words are read only here, because a note may be defined behind its place. */
function bodyOf(parser: MarkdownIt, env: Env, tokens: readonly Token[]): string {
  return parser.renderer.render(withDirectives(noteTokens(parser, env, tokens)), parser.options, env);
}

/** The blocks of a note, with the tokens of their words. */
export function noteTokens(parser: MarkdownIt, env: Env, tokens: readonly Token[]): Token[] {
  const state = new parser.core.State("", parser, env);
  state.tokens = [...tokens];
  parser.core.process(state);
  return state.tokens;
}

/** The end of a paragraph. */
const LAST = "</p>\n";

function withWaysBack(body: string, places: readonly string[]): string {
  const ways = places.map((place) => ` <a href="#${place}" role="doc-backlink">↩</a>`).join("");
  return body.endsWith(LAST) ? `${body.slice(0, -LAST.length)}${ways}</p>` : body.trimEnd() + ways;
}
