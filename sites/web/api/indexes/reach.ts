/**
 * Fetches an index or a package, only from hosts that the operator listed. The fetch carries nothing of the member's
 * request, follows no redirect to another host, and has limits for size and time.
 */
import { reachable } from "../../../../capabilities/address.ts";
import { INDEX_REDIRECTS_MAX } from "../../../../manifests/bounds/packages.ts";
import { type RefusedIndex, refusedIndex } from "../../../../manifests/distribution/refusedIndex.ts";
import { joinedBytes } from "../../../../manifests/joinedBytes.ts";
import { accepted, refused, type Result } from "../../../../manifests/result.ts";

export interface Reaching {
  readonly hosts: ReadonlySet<string>;
  /** True for an address of this machine, which leads nowhere else. */
  readonly isLocal?: boolean;
  readonly maxBytes: number;
  /** Aborts at the deadline. */
  readonly late: AbortSignal;
  fetch(url: string, init: RequestInit): Promise<Response>;
}

type Fetched = Result<Uint8Array<ArrayBuffer>, RefusedIndex>;

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export async function fetchBounded(address: string, reaching: Reaching): Promise<Fetched> {
  const { late } = reaching;
  try {
    // A body may continue after the abort, so the caller does not wait for it.
    const fetched = reaching.isLocal ? fetchLocal(address, reaching) : follow(address, reaching);
    return await Promise.race([fetched, overdue(late)]);
  } catch {
    // The error's text could name hosts and ports of the internal network, so it is not passed on.
    return refused(refusedIndex(late.aborted ? "too_slow" : "unreachable"));
  }
}

const overdue = (late: AbortSignal): Promise<Fetched> =>
  new Promise((resolve) => {
    const end = (): void => resolve(refused(refusedIndex("too_slow")));
    if (late.aborted) end();
    else late.addEventListener("abort", end, { once: true });
  });

const asking = (late: AbortSignal) =>
  ({ headers: { accept: "application/json" }, redirect: "manual", signal: late }) as const;

async function fetchLocal(address: string, { fetch, late, maxBytes }: Reaching): Promise<Fetched> {
  const response = await fetch(address, asking(late));
  if (!REDIRECTS.has(response.status)) return received(response, maxBytes);
  await response.body?.cancel();
  return refused(refusedIndex("redirected", "an address of this machine leads nowhere else"));
}

async function follow(start: string, reaching: Reaching): Promise<Fetched> {
  const reach = { hosts: reaching.hosts, isOurs: () => false };
  let address = start;
  for (let hops = 0; hops <= INDEX_REDIRECTS_MAX; hops++) {
    const url = reachable(address, reach);
    if (typeof url === "string") return refused(refusedIndex("redirected", url));
    const response = await reaching.fetch(url.href, asking(reaching.late));
    const location = response.headers.get("location");
    if (!REDIRECTS.has(response.status) || location === null) return received(response, reaching.maxBytes);
    await response.body?.cancel();
    address = URL.parse(location, url)?.href ?? "";
  }
  return refused(refusedIndex("redirected", `more than ${INDEX_REDIRECTS_MAX} times`));
}

async function received(response: Response, maxBytes: number): Promise<Fetched> {
  if (response.status !== 200) {
    await response.body?.cancel();
    return refused(refusedIndex("unreachable", `status ${response.status}`));
  }
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of response.body ?? []) {
    length += piece.length;
    if (length > maxBytes) return refused(refusedIndex("too_large", `of at most ${maxBytes} bytes`));
    pieces.push(piece);
  }
  return accepted(joinedBytes(pieces));
}
