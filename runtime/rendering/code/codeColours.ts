import core, { type Highlighter } from "highlight.js/lib/core";
import {
  CODE_BLOCK_MAX_CHARS,
  CODE_LINE_MAX_CHARS,
  CODE_PAGE_MAX_CHARS,
  CODE_PAGE_MAX_GROWTH_CHARS,
} from "../../../manifests/bounds/fields.ts";
import { CodeMarks } from "./codeMarks.ts";
import { CODE_LANGUAGES } from "./languages.ts";

/** The name of a language in the words behind a fence, such as `rust,ignore`, `{.python}` or `js{1,3}`. */
const NAME = /^[{.]*([\w+#-]+)/;

const LONG_LINE = new RegExp(`[^\\n]{${CODE_LINE_MAX_CHARS + 1}}`);

let made: Highlighter | undefined;

/** Made for the first code that names a language. All languages are known then, so the order of texts changes nothing. */
function highlighter(): Highlighter {
  if (made) return made;
  made = core.newInstance();
  made.configure({ __emitter: CodeMarks });
  for (const [name, grammar] of Object.entries(CODE_LANGUAGES)) made.registerLanguage(name, grammar);
  return made;
}

const isKnown = (language: string): boolean => language !== "" && highlighter().getLanguage(language) !== undefined;

const languageOf = (words: string): string => NAME.exec(words)?.[1] ?? "";

/** The room for colours on one page. Code of a block or a line beyond its bound takes none. */
export class CodeRoom {
  #chars = CODE_PAGE_MAX_CHARS;

  /** Tells whether code stays plain because of its length. `words` are those behind its fence. */
  refuses(code: string, words: string): boolean {
    return isKnown(languageOf(words)) && !this.takes(code);
  }

  takes(code: string): boolean {
    if (code.length > Math.min(CODE_BLOCK_MAX_CHARS, this.#chars) || LONG_LINE.test(code)) return false;
    this.#chars -= code.length;
    return true;
  }
}

/**
 * The colours of one page's code, as classes. Patterns of a language may take time that grows with the square of a
 * block. So long code stays plain, and so does what a page has beyond its bound.
 */
export class CodeColours {
  readonly #room = new CodeRoom();
  #growth = CODE_PAGE_MAX_GROWTH_CHARS;

  /** The code as HTML with classes. Undefined if it stays plain. `words` are those behind its fence. */
  html(code: string, words: string): string | undefined {
    const language = languageOf(words);
    if (!isKnown(language) || !this.#room.takes(code)) return undefined;
    const { value, errorRaised } = highlighter().highlight(code, { language, ignoreIllegals: true });
    const growth = value.length - code.length;
    if (errorRaised || growth > this.#growth) return undefined;
    this.#growth -= growth;
    return value;
  }
}
