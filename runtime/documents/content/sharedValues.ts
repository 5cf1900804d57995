/** Values that live once for all translations of an entry: in the page that their group began with. */
import type { Page } from "./content.ts";

type Values = Readonly<Record<string, unknown>>;

/** The fields of an entry that its source keeps, and the values that the source has there. */
export interface Shared {
  readonly names: readonly string[];
  readonly values: Values;
}

/** The values of an entry, with the shared ones as the source has them. A value that the source lacks is taken away. */
export function valuesWith({ names, values }: Shared, own: Values = {}): Values {
  const taken = new Set(names);
  const kept = Object.entries(own).filter(([name]) => !taken.has(name) || values[name] !== undefined);
  return Object.fromEntries([
    ...kept.map(([name, value]) => [name, taken.has(name) ? values[name] : value]),
    ...names.filter((name) => values[name] !== undefined).map((name) => [name, values[name]]),
  ]) as Values;
}

/** A page with the shared values of its source. */
export const pageWith = (shared: Shared | undefined, page: Page): Page =>
  shared ? { ...page, values: valuesWith(shared, page.values) } : page;

/** A page without its shared values, which no translator translates. */
export function withoutValues(names: readonly string[], page: Page): Page {
  if (names.length === 0 || page.values === undefined) return page;
  const values = Object.entries(page.values).filter(([name]) => !names.includes(name));
  return { ...page, values: Object.fromEntries(values) };
}
