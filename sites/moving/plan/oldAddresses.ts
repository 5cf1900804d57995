/** The old addresses of a site that moves in, each with its redirect. */
import { REDIRECTS_MAX_ENTRIES } from "../../../manifests/bounds/documents.ts";
import { countOf } from "../../../manifests/refusals/countOf.ts";
import { normalPath } from "../../../manifests/shapes/normalPath.ts";
import { type Redirect, redirect } from "../../../runtime/documents/content/content.ts";
import { patternAllowed } from "../../../runtime/documents/content/redirectSource.ts";
import { redirectAllowed } from "../../../runtime/documents/unreachable.ts";
import type { MovedRedirect, MoveLoss } from "../tree/moved.ts";
import { keyOf, sourceUrl } from "./links.ts";
import { withOneHop } from "./oneHop.ts";
import { withPatterns } from "./permalinks.ts";

/** The answer at an old address. `to` is empty for one that is gone. */
export type RedirectTarget = Pick<MovedRedirect, "to" | "status">;

/** True for a redirect between two addresses. Those of patterns name several. */
const isPlain = ({ from, to, status }: MovedRedirect): boolean =>
  !/[:*]/.test(from) &&
  (status === 410 || ((to.startsWith("/") || to.startsWith("https://")) && !/[*]|:\w/.test(to.replace(/^https:/, ""))));

const entryOf = (from: string, { to, status }: RedirectTarget): Redirect =>
  status === 410 ? { from, status } : { from, to, status };

export class OldAddresses {
  readonly #taken: ReadonlySet<string>;
  readonly #losses: MoveLoss[];
  readonly #prefixes: ReadonlySet<string>;
  readonly #found = new Map<string, Redirect>();

  /** No redirect leads away from the paths of pages. `prefixes` are those of the site's languages. */
  constructor(paths: readonly string[], prefixes: readonly string[], losses: MoveLoss[]) {
    this.#taken = new Set(paths);
    this.#prefixes = new Set(prefixes.map(normalPath));
    this.#losses = losses;
  }

  /** Adds a redirect of the source. `path` is the new path of the page to which it leads. */
  addRedirect(one: MovedRedirect, path: string | undefined): void {
    const { from, to, status, place } = one;
    if (keyOf(from) === "/" && !from.includes("?")) lostAddress(from, place, this.#losses);
    else if (isPlain(one)) this.add(from, { to: path ?? to, status }, place);
    else if (!this.#addRule(from, one))
      this.#losses.push({
        place,
        what: `the redirect from ${from} to ${to}, which is a pattern`,
        kind: "a redirect that is a pattern",
      });
  }

  add(address: string, target: RedirectTarget, place: string): void {
    const url = sourceUrl(address);
    if (!url) return lostAddress(address, place, this.#losses);
    // The home page has many addresses with parameters, and each was a page of its own.
    if (url.search !== "" && url.pathname === "/") {
      if (!this.#addRule(`/${url.search}`, target)) lostAddress(address, place, this.#losses);
      return;
    }
    const from = keyOf(url.pathname);
    if (this.#taken.has(from) || this.#found.has(from) || from === "/") return;
    const isRefused = redirectAllowed(from) !== undefined || /[\s\\*]/.test(from);
    if (isRefused) lostAddress(from, place, this.#losses);
    else this.#found.set(from, entryOf(from, target));
  }

  /** Adds a rule for several addresses. False for one that a site cannot have. */
  #addRule(from: string, target: RedirectTarget): boolean {
    const entry = entryOf(from, target);
    const isRule = redirect.safeParse(entry).success && (patternAllowed(from) ?? redirectAllowed(from)) === undefined;
    if (isRule && !this.#found.has(from)) this.#found.set(from, entry);
    return isRule;
  }

  /** As many as a site may have. */
  all(): Redirect[] {
    const all = withPatterns(withOneHop([...this.#found.values()]), this.#prefixes);
    const beyond = all.length - REDIRECTS_MAX_ENTRIES;
    if (beyond > 0)
      this.#losses.push({
        place: "redirects",
        what: `${countOf(beyond, "redirect")} beyond ${REDIRECTS_MAX_ENTRIES}, the most of a site`,
      });
    return all.slice(0, REDIRECTS_MAX_ENTRIES);
  }
}

const lostAddress = (address: string, place: string, losses: MoveLoss[]): void =>
  void losses.push({
    place,
    what: `the old address ${address}, from which no redirect can lead`,
    kind: "an old address from which no redirect can lead",
  });
