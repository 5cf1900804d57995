/** Adds a plugin from an index: fetches the listed package and passes it to the workspace, which verifies it. */
import { PACKAGE_DOCUMENT_MAX_BYTES, PROVENANCE_MAX_BYTES } from "../../../../manifests/bounds/packages.ts";
import { claimsOf, newestOf } from "../../../../manifests/distribution/claims.ts";
import type { IndexedPlugin } from "../../../../manifests/distribution/indexShape.ts";
import type { ListedIndex } from "../../../../manifests/distribution/listedIndexes.ts";
import { provenanceBeside } from "../../../../manifests/distribution/provenance.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { exactText } from "../../../../manifests/trust/exactText.ts";
import type { PackageOffer, ReadOffer } from "../../../../runtime/plugins/management/offered.ts";
import type { ApiCall } from "../request/call.ts";
import { type ReadIndex, reached, readIndexes } from "./reading.ts";

export interface WantedPlugin {
  readonly index: string;
  readonly plugin: string;
  readonly version?: string | undefined;
}

const rejected = (reason: string, detail: string): Refusal => new Refusal("PLUGIN_REJECTED", { reason, detail });

type Fetching = Pick<ApiCall, "env" | "at">;

/** Reads the index's entry and the package at its address. */
export const fetchPackage = async (call: Fetching, wanted: WantedPlugin): Promise<PackageOffer> =>
  (await fetchListed(call, wanted)).offer;

/** The same with the statement about its origin, which lies beside the package. */
export async function fetchOffer(call: Fetching, wanted: WantedPlugin): Promise<ReadOffer> {
  const { offer, address, entry } = await fetchListed(call, wanted);
  const found = await reached(call.env, provenanceBeside(address), entry, PROVENANCE_MAX_BYTES);
  // A text that is none is no statement, and is refused as such.
  return { ...offer, provenance: found.ok ? (exactText(found.value) ?? "") : null };
}

interface FetchedPackage {
  readonly offer: PackageOffer;
  readonly address: string;
  readonly entry: ListedIndex;
}

async function fetchListed({ env, at }: Fetching, wanted: WantedPlugin): Promise<FetchedPackage> {
  const found = (await readIndexes(env, at)).find(({ state }) => state.name === wanted.index);
  if (!found) throw new Refusal("NOT_FOUND");
  const entry = pluginIn(found, wanted);
  const version = versionIn(found, wanted);
  const listed = entry.versions[version];
  if (!listed) throw new Refusal("NOT_FOUND");
  if (listed.withdrawn !== undefined) throw rejected("withdrawn", listed.withdrawn);
  const fetched = await reached(env, listed.package, found.entry, PACKAGE_DOCUMENT_MAX_BYTES);
  if (!fetched.ok) throw rejected(`package_${fetched.error.reason}`, fetched.error.detail);
  const document = exactText(fetched.value);
  if (document === undefined) throw rejected("malformed", "the package is no text");
  const offer = {
    document,
    plugin: wanted.plugin,
    index: wanted.index,
    version,
    digest: listed.digest,
    publisher: entry.publisher,
    seen: found.seen[listed.digest] ?? at,
  };
  return { offer, address: listed.package, entry: found.entry };
}

function pluginIn({ index, state: { refusal } }: ReadIndex, { plugin }: WantedPlugin): IndexedPlugin {
  if (!index) throw rejected(`index_${refusal?.reason ?? "unreachable"}`, refusal?.detail ?? "it was never read");
  const entry = Object.hasOwn(index.plugins, plugin) ? index.plugins[plugin] : undefined;
  if (!entry) throw new Refusal("NOT_FOUND");
  return entry;
}

function versionIn({ index }: ReadIndex, { plugin, version }: WantedPlugin): string {
  const claim = index && claimsOf(index).find((one) => one.plugin === plugin);
  const chosen = version ?? (claim && newestOf(claim));
  if (chosen === undefined) throw rejected("withdrawn", "every version of it is withdrawn");
  return chosen;
}
