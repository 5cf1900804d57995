/** The package of a release: signed by the author's key, beside the signatures that the place has already. */
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { readHeader } from "../../../manifests/trust/header.ts";
import { readKeyring } from "../../../manifests/trust/keyring.ts";
import { readPackageContent } from "../../../manifests/trust/package.ts";
import type { PackageContent } from "../../../manifests/trust/packageShape.ts";
import { distrust } from "../../../manifests/trust/untrusted.ts";
import { verifyPackage } from "../../../manifests/trust/verify.ts";
import { Trouble } from "../command/command.ts";
import { admit } from "../plugin/admission.ts";
import { packageBytes, packageSha256, unsigned } from "../plugin/signed/packageFile.ts";
import { type Signature, type SigningKey, signatureOver } from "../plugin/signed/signing.ts";
import { type FoundFile, packageName, type PackagePlace, type PlacedFile } from "./place.ts";

/** The signatures that the place has of the same content, such as a reviewer's. */
function earlierSignatures(content: PackageContent, found: FoundFile | undefined, address: string): Signature[] {
  if (found === undefined) return [];
  const read = readPackageContent(found.bytes);
  if (!read.ok) throw new Trouble(`${address}: ${distrust(read.error).detail}.`);
  if (read.value.jws.payload === content.jws.payload) return read.value.jws.signatures;
  throw new Trouble(`${address} has other content under this version. Give the plugin another version number.`);
}

const isBy = (kid: string, { protected: encoded }: Signature): boolean => {
  const header = readHeader(encoded, "");
  return header.ok && header.value.kid === kid;
};

/** The package's bytes; those of the place if the key has signed it there already. */
async function signedPackage(
  plugin: PackedPlugin,
  key: SigningKey,
  { found, address, now }: { readonly found: FoundFile | undefined; readonly address: string; readonly now: number },
): Promise<Uint8Array> {
  const content = unsigned(plugin);
  const earlier = earlierSignatures(content, found, address);
  const isSigned = found !== undefined && earlier.some((signature) => isBy(key.kid, signature));
  const signatures = isSigned ? earlier : [...earlier, await signatureOver(content, key)];
  const bytes = isSigned ? found.bytes : packageBytes({ ...content, jws: { ...content.jws, signatures } });
  const keyring = await readKeyring(JSON.stringify([key.publicJwk]), packageSha256);
  const verified = admit(await verifyPackage(bytes, keyring, now, packageSha256));
  if (!verified.ok) throw new Trouble(`${address}: ${distrust(verified.error).detail}.`);
  return bytes;
}

/** A plugin's signed package as a file of its place. */
export async function placedPackage(
  plugin: PackedPlugin,
  place: PackagePlace,
  key: SigningKey,
  now: number,
): Promise<PlacedFile> {
  const name = packageName(plugin);
  const found = await place.read(name);
  return { name, found, bytes: await signedPackage(plugin, key, { found, address: place.addressOf(name), now }) };
}
