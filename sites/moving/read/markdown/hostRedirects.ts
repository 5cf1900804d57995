/** Reads `_redirects`, the file of hosts that serve such folders. */
import type { Folder } from "../../tree/folder.ts";
import type { MovedRedirect, MoveLoss } from "../../tree/moved.ts";

/** Some builds keep one for each host, such as `_redirects_cf`, and put it into place. */
const NAME = /^_redirects(?:[._-]\w+)?$/;

const STATUSES: ReadonlyMap<string, MovedRedirect["status"]> = new Map(
  ([301, 302, 307, 308, 410] as const).map((status) => [`${status}`, status]),
);

/** A condition that a host puts on visitors. A redirect of a site is for all. */
const CONDITION = /^(?:Country|Language|Role|Cookie)=/i;

/**
 * `roots` are the folders whose files the host serves as they are. Among several files for hosts, the first rule from an
 * address counts.
 */
export async function hostRedirects(
  folder: Folder,
  roots: readonly string[],
  losses: MoveLoss[],
): Promise<MovedRedirect[]> {
  const places = roots.flatMap((root) => folder.paths.filter((path) => isRules(path, root)).toSorted());
  const found: MovedRedirect[] = [];
  for (const place of places) {
    const lines = (await folder.text(place)).split("\n");
    found.push(...lines.flatMap((line, index) => ruleIn(line.trim(), { place, line: index + 1 }, losses) ?? []));
  }
  return found;
}

function isRules(path: string, root: string): boolean {
  const start = root === "" ? "" : `${root}/`;
  return path.startsWith(start) && NAME.test(path.slice(start.length));
}

/** Undefined for a line without a rule, and for a rule that no redirect can say, which is a loss. */
function ruleIn(line: string, at: { readonly place: string; readonly line: number }, losses: MoveLoss[]) {
  const [source = "", second = "", ...more] = line.split(/\s+/);
  const from = source.replace(/^http:/i, "https:");
  if (!/^(?:\/|https:\/\/)/i.test(from) || second === "") return undefined;
  const condition = more.find((word) => CONDITION.test(word));
  if (condition !== undefined) {
    losses.push({
      ...at,
      what: `the rule from ${from} to ${second}, which is only for visitors with ${condition}`,
      kind: "a rule that is only for some visitors",
    });
    return undefined;
  }
  const [third = ""] = more;
  if (second === "410") return { from, to: "", status: 410 as const, place: at.place };
  // An exclamation mark redirects although there is a file, which no site can.
  const code = /^(\d{3})!?$/.exec(third)?.[1];
  const status = code === undefined ? 301 : STATUSES.get(code);
  if (status !== undefined) return { from, to: second, status, place: at.place };
  const what = `the rule from ${from} to ${second} (${code}), which answers without a redirect: a rewrite`;
  losses.push({ ...at, what, kind: "a rule that answers without a redirect: a rewrite" });
  return undefined;
}
