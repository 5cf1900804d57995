import { utf8Length } from "../../../manifests/json/utf8.ts";
import { consentOf } from "../consent/consent.ts";
import { contributorOf } from "../consent/effects.ts";
import type { VerifiedPackage } from "../../../manifests/trust/verify.ts";
import type { PluginOfferedView } from "./views.ts";
import {
  type AddInput,
  type InstallParts,
  listedPackage,
  requireOrigin,
  sharingOf,
  takenFrom,
} from "./installCommand.ts";
import { touchedBy } from "./touched.ts";

/** A package of an index, with the index's entry. */
export type PackageOffer = Omit<AddInput, "allowDowngrade" | "alone">;

/** The offer with the statement that lies beside the package; null without one. */
export type ReadOffer = PackageOffer & { readonly provenance: string | null };

/** The facts of a statement, or the reason why it does not count. */
async function originOf(
  packageTrust: Pick<InstallParts["packageTrust"], "provenance">,
  verified: VerifiedPackage,
  text: string | null,
): Promise<PluginOfferedView["provenance"]> {
  if (text === null) return null;
  const read = await packageTrust.provenance(text, verified);
  if (!read.ok) return { refusal: read.error, source: null, commit: null, builder: null, signedBy: [] };
  return { refusal: null, ...read.value, signedBy: [...read.value.signedBy] };
}

/**
 * Shows an owner what a package of an index would do, before it is added. It refuses what adding would refuse, so that
 * nobody reads claims of an untrusted package.
 */
export async function offered(
  parts: Pick<
    InstallParts,
    "powers" | "packageTrust" | "plugins" | "packages" | "documents" | "pluginUpdates" | "siteDemands"
  >,
  site: string,
  offer: ReadOffer,
): Promise<PluginOfferedView> {
  const verified = await listedPackage(parts, site, offer);
  const { manifest, digest, signedBy } = verified;
  const { id, version, name, description = "", kind, license = null, capabilities = {} } = manifest;
  requireOrigin(parts.packages.origin(site, id), id, offer, signedBy);
  return {
    id,
    version,
    name,
    description,
    kind,
    digest,
    license,
    bytes: utf8Length(offer.document),
    provenance: await originOf(parts.packageTrust, verified, offer.provenance),
    signedBy: [...signedBy],
    installed: parts.packages.find(site, id)?.version ?? null,
    consent: consentOf({ contributor: contributorOf(verified), capabilities }, parts.pluginUpdates.agreed(site, id)),
    touched: touchedBy(parts.documents, site, manifest),
    sharing: sharingOf(parts, site, verified),
    taken: takenFrom(parts.plugins, site, verified),
  };
}
