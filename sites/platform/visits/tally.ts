import {
  VISIT_HOSTNAMES_PENDING,
  VISIT_HOST_MAX_CHARS,
  VISIT_HOSTS_A_DAY,
  VISIT_PATH_MAX_CHARS,
  VISIT_PATHS_A_DAY,
  VISITS_A_MESSAGE,
} from "../../../manifests/bounds/publicContent.ts";
import { remembering } from "../../../manifests/memory/remembering.ts";
import { bareHost } from "../../../runtime/visits/bareHost.ts";
import { NamedCounts } from "../../../runtime/visits/namedCounts.ts";
import type { VisitCounts, VisitNotice } from "../../../runtime/visits/views.ts";

interface Counted {
  readonly hostname: string;
  readonly notice: VisitNotice;
  readonly paths: NamedCounts;
  readonly from: NamedCounts;
}

/** One visit. `referrer` is the address of the page before, as the browser says it. */
export interface CountedVisit {
  readonly hostname: string;
  readonly path: string;
  readonly referrer: string | null | undefined;
  readonly notice: VisitNotice;
}

/** Gathers visits in memory until they are handed on. What is beyond a bound counts without a name, or not at all. */
export class VisitTally {
  #counted = new Map<string, Counted>();

  get isEmpty(): boolean {
    return this.#counted.size === 0;
  }

  /** A script may report any address, so an address without a name proves no page and does not count. */
  add({ hostname, path, referrer, notice }: CountedVisit): void {
    const isLong = path.length > VISIT_PATH_MAX_CHARS;
    if (isLong && notice === "script") return;
    const key = `${notice} ${hostname}`;
    let counted = this.#counted.get(key);
    if (!counted) {
      if (this.#counted.size >= VISIT_HOSTNAMES_PENDING) return;
      const [paths, from] = [new NamedCounts(VISIT_PATHS_A_DAY), new NamedCounts(VISIT_HOSTS_A_DAY)];
      counted = { hostname, notice, paths, from };
      this.#counted.set(key, counted);
    }
    counted.paths.add(isLong ? "" : path, 1);
    const from = hostOf(referrer);
    if (from !== undefined && from !== bareHost(hostname)) counted.from.add(from, 1);
  }

  /** All counts since the last call. */
  take(): VisitCounts[] {
    const taken = [...this.#counted.values()];
    this.#counted = new Map();
    return taken.map(({ hostname, notice, paths, from }) => ({
      hostname,
      notice,
      paths: sent(paths).filter(([name]) => notice === "server" || name !== ""),
      from: sent(from),
    }));
  }
}

const sent = (counts: NamedCounts): VisitCounts["from"] =>
  [...counts].map(([name, { times, taken }]) => [name, Math.min(VISITS_A_MESSAGE, times - taken)]);

/** Longer addresses name no host that is worth the time. */
const REFERRER_MAX_CHARS = 1_024;
const REFERRERS_KNOWN = 200;

const knownHost = remembering(REFERRERS_KNOWN, (referrer: string) => {
  const host = bareHost(URL.parse(referrer)?.hostname ?? "");
  return host.length > VISIT_HOST_MAX_CHARS || host === "" ? undefined : host;
});

/** The host of a referrer. Undefined without one, and for pages of programs. */
function hostOf(referrer: string | null | undefined): string | undefined {
  if (referrer === null || referrer === undefined || referrer.length > REFERRER_MAX_CHARS) return undefined;
  return /^https?:\/\//i.test(referrer) ? knownHost(referrer) : undefined;
}
