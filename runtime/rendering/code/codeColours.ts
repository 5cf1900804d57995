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

/**
 * The colours of one page's code, as classes. Patterns of a language may take time that grows with the square of a line.
 * So code with long lines stays plain, and so does what a page has beyond its bound.
 */
export class CodeColours {
  #chars = CODE_PAGE_MAX_CHARS;
  #growth = CODE_PAGE_MAX_GROWTH_CHARS;
  #plain = 0;

  /** Blocks of a known language that stayed plain because of a bound. */
  get plain(): number {
    return this.#plain;
  }

  /** The code as HTML with classes. Undefined if it stays plain. `words` are those behind its fence. */
  html(code: string, words: string): string | undefined {
    const [, language = ""] = NAME.exec(words) ?? [];
    if (language === "" || highlighter().getLanguage(language) === undefined) return undefined;
    const html = this.#coloured(code, language);
    if (html === undefined) this.#plain += 1;
    return html;
  }

  #coloured(code: string, language: string): string | undefined {
    if (code.length > Math.min(CODE_BLOCK_MAX_CHARS, this.#chars) || LONG_LINE.test(code)) return undefined;
    this.#chars -= code.length;
    const { value, errorRaised } = highlighter().highlight(code, { language, ignoreIllegals: true });
    const growth = value.length - code.length;
    if (errorRaised || growth > this.#growth) return undefined;
    this.#growth -= growth;
    return value;
  }
}
