/** Reads `_redirects`, the file of hosts that serve such folders. */
import type { Folder } from "../../tree/folder.ts";
import type { MovedRedirect, MoveLoss } from "../../tree/moved.ts";

const NAME = "_redirects";

const STATUSES: ReadonlyMap<string, MovedRedirect["status"]> = new Map(
  ([301, 302, 307, 308, 410] as const).map((status) => [`${status}`, status]),
);

/** A condition that a host puts on visitors. A redirect of a site is for all. */
const CONDITION = /^(?:Country|Language|Role|Cookie)=/i;

/** `roots` are the folders whose files the host serves as they are. */
export async function hostRedirects(
  folder: Folder,
  roots: readonly string[],
  losses: MoveLoss[],
): Promise<MovedRedirect[]> {
  const place = folder.paths.find((one) => roots.some((root) => one === (root === "" ? NAME : `${root}/${NAME}`)));
  if (place === undefined) return [];
  const lines = (await folder.text(place)).split("\n");
  return lines.flatMap((line, index) => ruleIn(line.trim(), { place, line: index + 1 }, losses) ?? []);
}

/** Undefined for a line without a rule, and for a rule that no redirect can say, which is a loss. */
function ruleIn(line: string, at: { readonly place: string; readonly line: number }, losses: MoveLoss[]) {
  const [source = "", second = "", ...more] = line.split(/\s+/);
  const from = source.replace(/^http:/i, "https:");
  if (!/^(?:\/|https:\/\/)/i.test(from) || second === "") return undefined;
  const condition = more.find((word) => CONDITION.test(word));
  if (condition !== undefined) {
    losses.push({ ...at, what: `the rule from ${from} to ${second}, which is only for visitors with ${condition}` });
    return undefined;
  }
  const [third = ""] = more;
  if (second === "410") return { from, to: "", status: 410 as const, place: at.place };
  // An exclamation mark redirects although there is a file, which no site can.
  const code = /^(\d{3})!?$/.exec(third)?.[1];
  const status = code === undefined ? 301 : STATUSES.get(code);
  if (status !== undefined) return { from, to: second, status, place: at.place };
  const what = `the rule from ${from} to ${second} (${code}), which answers without a redirect: a rewrite`;
  losses.push({ ...at, what });
  return undefined;
}
