/**
 * Rewrites a section's style sheet for a page shared with other sections. Selectors that could also match the section's
 * element exclude it. Animations and layers, whose names are global to the page, get a prefix.
 */
import { type CSSToken, tokenize, TokenType } from "@csstools/css-tokenizer";
import { selectorsOf, subjectOf } from "../../../manifests/css/selector.ts";
import { type Declaration, type SheetItem, readSheet, type CssRule } from "../../../manifests/css/sheet.ts";

/** A text to insert at an offset. */
interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** A selector with zero specificity, so that it does not change which rule wins. */
const NOT_THE_SECTION = ":where(:not(:scope))";

/**
 * The prefix for names of a section type. Ids contain only letters, digits, dots and -, so different types have
 * different prefixes.
 */
const prefixOf = (type: string): string => `${type.replace("/", "__").replaceAll(".", "_")}__`;

class ContainedCss {
  readonly #prefix: string;
  readonly #frames: ReadonlySet<string>;

  constructor(type: string, frames: ReadonlySet<string>) {
    this.#prefix = prefixOf(type);
    this.#frames = frames;
  }

  block(items: readonly SheetItem[], reachesRoot = true): Insertion[] {
    return items.flatMap((item) => (item.kind === "rule" ? this.#rule(item, reachesRoot) : this.#declaration(item)));
  }

  #rule(rule: CssRule, reachesRoot: boolean): Insertion[] {
    if (rule.at === "keyframes") return this.#named(rule.prelude.filter(isName));
    if (rule.at === "layer") return [...this.#named(layersIn(rule)), ...this.block(rule.body, reachesRoot)];
    return rule.at === "" ? this.#styled(rule, reachesRoot) : this.block(rule.body, reachesRoot);
  }

  #styled({ prelude, body }: CssRule, parentReachesRoot: boolean): Insertion[] {
    const subjects = selectorsOf(prelude).map((selector) => subjectOf(selector, parentReachesRoot));
    const doubtful = subjects.filter(({ reach }) => reach === "either");
    const reachesRoot = subjects.some(({ reach, pseudo }) => reach === "root" && pseudo === undefined);
    return [...doubtful.map(({ end }) => ({ at: end, text: NOT_THE_SECTION })), ...this.block(body, reachesRoot)];
  }

  #declaration({ name, value }: Declaration): Insertion[] {
    return /^(?:-webkit-)?animation(?:-name)?$/.test(name)
      ? this.#named(value.filter((token) => isName(token) && this.#frames.has(nameOf(token))))
      : [];
  }

  /** Inserts the prefix before names. A quoted name gets it after the quote. */
  #named(tokens: readonly CSSToken[]): Insertion[] {
    return tokens.map(([type, , start]) => ({ at: start + Number(type === TokenType.String), text: this.#prefix }));
  }
}

/** The first identifier of each layer's name. Names of nested layers have several. */
const layersIn = ({ prelude }: CssRule): CSSToken[] =>
  selectorsOf(prelude)
    .map((name) => name[0])
    .filter((token) => token !== undefined);

const isName = ([type]: CSSToken): boolean => type === TokenType.Ident || type === TokenType.String;
const nameOf = (token: CSSToken): string =>
  token[0] === TokenType.Ident || token[0] === TokenType.String ? token[4].value : "";

/** Lists the names of the sheet's animations. */
const framesOf = (items: readonly SheetItem[]): string[] =>
  items.flatMap((item) => {
    if (item.kind === "declaration") return [];
    return item.at === "keyframes" ? item.prelude.filter(isName).map(nameOf) : framesOf(item.body);
  });

function inserted(css: string, insertions: readonly Insertion[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { at, text } of insertions.toSorted((one, other) => one.at - other.at)) {
    parts.push(css.slice(from, at), text);
    from = at;
  }
  return parts.join("") + css.slice(from);
}

/** Rewrites `css`, which the caller has checked, for a section type, given by its qualified name. */
export function ownCss(type: string, css: string): string {
  const items = readSheet(tokenize({ css }));
  return inserted(css, new ContainedCss(type, new Set(framesOf(items))).block(items));
}
