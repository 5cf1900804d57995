/** Redirects that lead to old addresses lead to the new ones, so that each old address takes one hop. */
import { normalPath } from "../../../manifests/shapes/normalPath.ts";
import type { Redirect } from "../../../runtime/documents/content/content.ts";
import { RedirectTable } from "../../../runtime/documents/redirectTable.ts";

type Leading = Exclude<Redirect, { readonly status: 410 }>;

const isLeading = (rule: Redirect): rule is Leading => rule.status !== 410;
const isPattern = (text: string): boolean => /:[a-z]/i.test(text);
/** A path of this site, without a query or what stands for `*`. */
const isOwn = (path: string): boolean => /^\/[^?#*]*$/.test(path) && !path.includes(":splat");

/** Some steps are enough for all chains of people, and end those that go round. */
const STEPS_MAX = 8;

export function withOneHop(rules: readonly Redirect[]): Redirect[] {
  const exact = new Map(rules.filter(({ from }) => !/[:*?]/.test(from)).map((rule) => [normalPath(rule.from), rule]));
  const last = (rule: Redirect): Redirect => {
    let end = rule;
    for (let steps = 0; steps < STEPS_MAX && isLeading(end) && isOwn(end.to); steps++) {
      const next = exact.get(normalPath(end.to));
      if (!next || next === rule) break;
      end = next;
    }
    return end === rule ? rule : { ...end, from: rule.from };
  };
  const straight = rules.map(last);
  return [...straight, ...throughPatterns(straight, exact)];
}

/** Addresses that a pattern would lead to an old address, such as `/:slug/feed` to `/:slug/index.xml`. */
function throughPatterns(rules: readonly Redirect[], exact: ReadonlyMap<string, Redirect>): Redirect[] {
  const backwards = rules.filter(isLeading).flatMap(({ from, to, status }): Leading[] => {
    const isBothWays = isOwn(from) && isOwn(to) && isPattern(from) && isPattern(to);
    return isBothWays ? [{ from: to, to: from, status }] : [];
  });
  if (backwards.length === 0) return [];
  const table = new RedirectTable({ entries: backwards });
  const found = new Map<string, Redirect>();
  for (const rule of rules) {
    const from = isOwn(rule.from) && !isPattern(rule.from) ? table.match(normalPath(rule.from))?.location : undefined;
    if (from !== undefined && !isPattern(from) && !exact.has(from)) found.set(from, { ...rule, from });
  }
  return [...found.values()];
}
