import { utf8Length } from "../../../manifests/json/utf8.ts";
import { consentOf } from "../consent/consent.ts";
import { contributorOf } from "../consent/effects.ts";
import type { PluginOfferedView } from "./views.ts";
import type { AddInput, InstallParts } from "./installCommand.ts";
import { listedPackage, requireOrigin, takenFrom } from "./installCommand.ts";
import { touchedBy } from "./touched.ts";

/** A package that an index lists, with what the index says of it. */
export type PackageOffer = Omit<AddInput, "allowDowngrade" | "alone">;

/**
 * Reads a package of an index as an owner reads it before it is added. What adding would not believe is refused here,
 * too, so that nobody reads the promises of a package that no trusted key signed.
 */
export async function offered(
  parts: Pick<InstallParts, "packageTrust" | "plugins" | "packages" | "documents" | "pluginUpdates">,
  site: string,
  offer: PackageOffer,
): Promise<PluginOfferedView> {
  const verified = await listedPackage(parts, offer);
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
    signedBy: [...signedBy],
    installed: parts.packages.find(site, id)?.version ?? null,
    consent: consentOf({ contributor: contributorOf(verified), capabilities }, parts.pluginUpdates.agreed(site, id)),
    touched: touchedBy(parts.documents, site, manifest),
    taken: takenFrom(parts.plugins, site, verified),
  };
}
