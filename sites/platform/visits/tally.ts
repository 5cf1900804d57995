import {
  VISIT_HOSTNAMES_PENDING,
  VISIT_HOST_MAX_CHARS,
  VISIT_HOSTS_A_DAY,
  VISIT_PATH_MAX_CHARS,
  VISIT_PATHS_A_DAY,
  VISITS_A_MESSAGE,
} from "../../../manifests/bounds/publicContent.ts";
import { remembering } from "../../../manifests/memory/remembering.ts";
import type { VisitCounts, VisitNotice } from "../../../runtime/visits/views.ts";

type Counts = Map<string, number>;

interface Counted {
  readonly hostname: string;
  readonly notice: VisitNotice;
  readonly paths: Counts;
  readonly from: Counts;
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

  add({ hostname, path, referrer, notice }: CountedVisit): void {
    const key = `${notice} ${hostname}`;
    let counted = this.#counted.get(key);
    if (!counted) {
      if (this.#counted.size >= VISIT_HOSTNAMES_PENDING) return;
      counted = { hostname, notice, paths: new Map(), from: new Map() };
      this.#counted.set(key, counted);
    }
    addTo(counted.paths, path.length > VISIT_PATH_MAX_CHARS ? "" : path, VISIT_PATHS_A_DAY);
    const from = hostOf(referrer);
    if (from !== undefined && from !== hostname) addTo(counted.from, from, VISIT_HOSTS_A_DAY);
  }

  /** All counts since the last call. */
  take(): VisitCounts[] {
    const taken = [...this.#counted.values()];
    this.#counted = new Map();
    return taken.map(({ paths, from, ...rest }) => ({ ...rest, paths: [...paths], from: [...from] }));
  }
}

function addTo(counts: Counts, asked: string, most: number): void {
  const name = counts.has(asked) || counts.size < most ? asked : "";
  counts.set(name, Math.min(VISITS_A_MESSAGE, (counts.get(name) ?? 0) + 1));
}

/** Longer addresses name no host that is worth the time. */
const REFERRER_MAX_CHARS = 1_024;
const REFERRERS_KNOWN = 200;

const knownHost = remembering(REFERRERS_KNOWN, (referrer: string) => {
  const host = URL.parse(referrer)?.hostname.replace(/^www\./, "") ?? "";
  return host.length > VISIT_HOST_MAX_CHARS || host === "" ? undefined : host;
});

/** The host of a referrer. Undefined without one, and for pages of programs. */
function hostOf(referrer: string | null | undefined): string | undefined {
  if (referrer === null || referrer === undefined || referrer.length > REFERRER_MAX_CHARS) return undefined;
  return /^https?:\/\//i.test(referrer) ? knownHost(referrer) : undefined;
}
