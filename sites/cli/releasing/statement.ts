/** A signed statement about the origin of a package. */
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import {
  PREDICATE_TYPE,
  PROVENANCE_FORMAT,
  provenanceBeside,
  readProvenance,
  STATEMENT_TYPE,
} from "../../../manifests/distribution/provenance.ts";
import { indexKeys } from "../../../manifests/distribution/openIndex.ts";
import { PROVENANCE_TYPE } from "../../../manifests/trust/header.ts";
import { sha256 } from "../files/sha256.ts";
import { type SigningKey, signatureOver } from "../plugin/signed/signing.ts";
import type { GitSource } from "./gitSource.ts";
import { type FoundFile, packageName, type PackagePlace, type PlacedFile } from "./place.ts";

const BUILD_TYPE = "urn:drawbridge:plugin-package/1";

const statementOf = (
  { manifest: { id, version }, manifestText }: PackedPlugin,
  source: GitSource,
  builder: string,
) => ({
  _type: STATEMENT_TYPE,
  // A further signature changes the package's file. The manifest pins every other file by its digest.
  subject: [{ name: `${id}-${version}`, digest: { sha256: sha256(manifestText) } }],
  predicateType: PREDICATE_TYPE,
  predicate: {
    buildDefinition: {
      buildType: BUILD_TYPE,
      externalParameters: { plugin: id, version },
      resolvedDependencies: [{ uri: source.uri, digest: { gitCommit: source.commit } }],
    },
    runDetails: { builder: { id: builder } },
  },
});

/** The commit that a package was made from, and the program that made it. */
export interface PackageOrigin {
  readonly source: GitSource;
  readonly builder: string;
}

/** The statement's bytes; those of the place if the key has signed one about this package there already. */
async function signedStatement(
  plugin: PackedPlugin,
  { source, builder }: PackageOrigin,
  key: SigningKey,
  { found, now }: { readonly found: FoundFile | undefined; readonly now: number },
): Promise<Uint8Array> {
  const keys = await indexKeys([key.publicJwk]);
  const known =
    found &&
    (await readProvenance(found.bytes, { id: plugin.manifest.id, sha256: sha256(plugin.manifestText) }, { keys }, now));
  if (found && known?.ok && known.value.commit === source.commit) return found.bytes;
  const text = JSON.stringify(statementOf(plugin, source, builder));
  const jws = { payload: Buffer.from(text, "utf8").toString("base64url"), signatures: [] };
  const signatures = [await signatureOver({ jws }, key, PROVENANCE_TYPE)];
  return Buffer.from(`${JSON.stringify({ format: PROVENANCE_FORMAT, jws: { ...jws, signatures } })}\n`, "utf8");
}

/** The signed statement as a file beside the package. */
export async function placedStatement(
  plugin: PackedPlugin,
  place: PackagePlace,
  origin: PackageOrigin,
  key: SigningKey,
  now: number,
): Promise<PlacedFile> {
  const name = provenanceBeside(packageName(plugin));
  const found = await place.read(name);
  return { name, found, bytes: await signedStatement(plugin, origin, key, { found, now }) };
}
