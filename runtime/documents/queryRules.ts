/** Rules whose old addresses have parameters, such as `/?p=12`, for one path. */
import type { Redirect } from "./content/content.ts";
import { placeholderIn, type RedirectSource, type SourceValues } from "./content/redirectSource.ts";

/** The parameters of several rules: their names, and which of them have a fixed value. */
interface QueryForm {
  readonly names: readonly string[];
  readonly fixed: readonly string[];
  readonly rules: Map<string, { readonly rule: Redirect; readonly source: RedirectSource }>;
}

export interface QueryMatch {
  readonly rule: Redirect;
  readonly values: SourceValues;
  /** The visitor's query without the parameters that the rule took. */
  readonly rest: string;
}

export class QueryRules {
  readonly #forms = new Map<string, QueryForm>();

  add(source: RedirectSource, rule: Redirect): void {
    const { names, fixed, key } = formIn(source);
    const form = this.#forms.get(key) ?? { names, fixed, rules: new Map() };
    this.#forms.set(key, form);
    form.rules.set(valuesOf(fixed, source), { rule, source });
  }

  remove(source: RedirectSource): void {
    const { fixed, key } = formIn(source);
    const form = this.#forms.get(key);
    form?.rules.delete(valuesOf(fixed, source));
    if (form?.rules.size === 0) this.#forms.delete(key);
  }

  find(source: RedirectSource): Redirect | undefined {
    const { fixed, key } = formIn(source);
    return this.#forms.get(key)?.rules.get(valuesOf(fixed, source))?.rule;
  }

  copy(): QueryRules {
    const made = new QueryRules();
    for (const [key, form] of this.#forms) made.#forms.set(key, { ...form, rules: new Map(form.rules) });
    return made;
  }

  /** The rule that says most about a query: the one with the most fixed values. */
  match(query: string): QueryMatch | undefined {
    const asked = new URLSearchParams(query);
    const forms = [...this.#forms.values()].filter(({ names }) => names.every((name) => asked.has(name)));
    for (const { names, fixed, rules } of forms.toSorted((one, other) => weightOf(other) - weightOf(one))) {
      const found = rules.get(valuesKey(fixed, asked));
      if (found) return { rule: found.rule, values: valuesIn(found.source, asked), rest: without(query, names) };
    }
    return undefined;
  }

  /** The forms, for the bound on them. */
  get forms(): number {
    return this.#forms.size;
  }
}

function formIn({ query }: RedirectSource): Omit<QueryForm, "rules"> & { readonly key: string } {
  const names = query.map(([name]) => name);
  const fixed = query.flatMap(([name, value]) => (placeholderIn(value) ? [] : [name]));
  return { names, fixed, key: JSON.stringify([names, fixed]) };
}

const valuesOf = (fixed: readonly string[], { query }: RedirectSource): string =>
  valuesKey(fixed, new URLSearchParams(query.map(([name, value]) => [name, value])));

const weightOf = ({ names, fixed }: QueryForm): number => 2 * fixed.length + names.length;

const valuesKey = (names: readonly string[], params: URLSearchParams): string =>
  JSON.stringify(names.map((name) => params.get(name)));

/** Values as they may stand in a path. */
const valuesIn = ({ query }: RedirectSource, asked: URLSearchParams): SourceValues =>
  Object.fromEntries(
    query.flatMap(([name, value]) => {
      const placeholder = placeholderIn(value);
      return placeholder === undefined ? [] : [[placeholder, encodeURIComponent(asked.get(name) ?? "")] as const];
    }),
  );

/** Leaves parameters out, and the others as the visitor wrote them. */
function without(query: string, names: readonly string[]): string {
  const kept = query
    .replace(/^\?/, "")
    .split("&")
    .filter((pair) => pair !== "" && ![...new URLSearchParams(pair)].some(([name]) => names.includes(name)));
  return kept.length === 0 ? "" : `?${kept.join("&")}`;
}
