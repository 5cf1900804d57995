/** Indexes signed with keys of this run: valid ones and forgeries. */
import { type Index, INDEX_FORMAT } from "../../../manifests/distribution/indexShape.ts";
import { INDEX_TYPE } from "../../../manifests/trust/header.ts";
import { type Key, ACME, base64url, bytesOf, NOW, seconds, signature } from "./workshop.ts";

export const DAY = 24 * 60 * 60 * 1000;
export const DIGEST = `sha256-${"A".repeat(43)}`;

export const indexedVersion = (version: string, digest = DIGEST) => ({
  digest,
  package: `https://packages.example/${version}.json`,
  engine: "^1.0.0",
});

export const indexedPlugin = (...versions: readonly string[]) => ({
  name: "Notices",
  description: "Says what is closed.",
  publisher: ACME.kid,
  versions: Object.fromEntries(versions.map((version) => [version, indexedVersion(version)])),
});

export const indexOf = (change: Partial<Index> = {}): Index => ({
  index: "acme",
  version: 1,
  expires: seconds(NOW + 7 * DAY),
  keys: [{ ...ACME.jwk }],
  plugins: { "acme.notices": indexedPlugin("1.0.0") },
  ...change,
});

const sign = (text: string, key: Key) => signature(text, key, { typ: INDEX_TYPE });

export const indexBytes = (index: Index | string, ...keys: readonly Key[]): Uint8Array<ArrayBuffer> => {
  const text = typeof index === "string" ? index : JSON.stringify(index);
  const signers = keys.length > 0 ? keys : [ACME];
  const signatures = signers.map((key) => sign(text, key));
  return bytesOf({ format: INDEX_FORMAT, jws: { payload: base64url(text), signatures } });
};
