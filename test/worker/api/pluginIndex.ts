/** A plugin index on a simulated internet. */
import { calculateJwkThumbprint, FlattenedSign, importJWK, type JWK } from "jose";
import type { Index } from "../../../manifests/distribution/indexShape.ts";
import { db, operator, unique } from "../site/harness.ts";
import { aPackage, PACKAGE_KEY } from "./packages.ts";
import { type Key, aKey } from "./signingKeys.ts";

export const HOST = "https://index.example";
export const places = new Map<string, () => Response>();

export const digestOf = async (text: string): Promise<string> => {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return `sha256-${btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "")}`;
};
export const payloadOf = ({ jws }: { jws: object }): string => {
  const { payload } = jws as { payload: string };
  return new TextDecoder().decode(
    Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)),
  );
};

/** Publishes a package at a URL. Answers its entry in an index. */
export async function listed(version: string, change: object = {}) {
  const made = await aPackage({ version, ...change });
  const address = `${HOST}/${crypto.randomUUID()}.json`;
  places.set(address, () => Response.json(made));
  return { [version]: { digest: await digestOf(payloadOf(made)), package: address, engine: "^1.0.0" } };
}

/** A statement about the origin of a package, signed by a key. */
export async function signedOrigin(digest: string, by: JWK): Promise<object> {
  const sha256 = Array.from(
    Uint8Array.from(atob(digest.replace("sha256-", "").replaceAll("-", "+").replaceAll("_", "/")), (c) =>
      c.charCodeAt(0),
    ),
    (byte) => byte.toString(16).padStart(2, "0"),
  ).join("");
  const statement = {
    _type: "https://in-toto.io/Statement/v1",
    subject: [{ name: "acme.tool", digest: { sha256 } }],
    predicateType: "https://slsa.dev/provenance/v1",
    predicate: {
      buildDefinition: {
        resolvedDependencies: [{ uri: "git+https://code.example/acme/tool", digest: { gitCommit: "c0ffee" } }],
      },
      runDetails: { builder: { id: "https://ci.example/workflow" } },
    },
  };
  const kid = await calculateJwkThumbprint({ kty: "OKP", crv: "Ed25519", x: by.x as string });
  const header = { alg: "Ed25519", kid, typ: "drawbridge-provenance+jws" };
  const signing = new FlattenedSign(new TextEncoder().encode(JSON.stringify(statement))).setProtectedHeader(header);
  const { payload, protected: encoded = "", signature } = await signing.sign(await importJWK(by, "Ed25519"));
  return { format: "drawbridge-provenance/1", jws: { payload, signatures: [{ protected: encoded, signature }] } };
}

export async function signedIndex(index: Index, by: Key): Promise<object> {
  const header = { alg: "Ed25519", kid: by.kid, typ: "drawbridge-index+jws" };
  const signing = new FlattenedSign(new TextEncoder().encode(JSON.stringify(index))).setProtectedHeader(header);
  const { payload, protected: encoded = "", signature } = await signing.sign(await importJWK(by.own, "Ed25519"));
  return { format: "drawbridge-index/1", jws: { payload, signatures: [{ protected: encoded, signature }] } };
}

let internet: typeof fetch | undefined;

/** Answers the simulated URLs; all others are fetched. */
function standIn(): void {
  if (internet) return;
  const real = (internet = globalThis.fetch);
  globalThis.fetch = async (input, init) => places.get(String(input))?.() ?? real(input, init);
}

export const publisherOf = (): Promise<string> =>
  calculateJwkThumbprint({ kty: "OKP", crv: "Ed25519", x: PACKAGE_KEY.x as string });

/** Lists one index as the operator, and removes others, because a deployment lists only a few. */
export async function listIndex(plugins: Index["plugins"]): Promise<{ readonly index: string; readonly key: Key }> {
  standIn();
  const [index, key] = [unique("index"), await aKey()];
  await publishIndex(index, key, { plugins });
  await db.prepare("DELETE FROM plugin_indexes").run();
  await operator("/api/admin/plugin-indexes", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: index, url: `${HOST}/${index}`, keys: [key.shown] }),
  });
  return { index, key };
}

/** Publishes a version of an index at its URL. */
export async function publishIndex(index: string, key: Key, change: Partial<Index>): Promise<void> {
  const expires = Math.floor(Date.now() / 1000) + 3_600;
  const document = await signedIndex(
    { index, version: 1, expires, keys: [{ ...key.shown }], plugins: {}, ...change },
    key,
  );
  places.set(`${HOST}/${index}`, () => Response.json(document));
}

/** Lists an index with one new plugin. */
export async function aListedPlugin(): Promise<{ readonly index: string; readonly plugin: string }> {
  const plugin = `acme.${unique("tool")}`;
  const versions = await listed("1.0.0", { id: plugin });
  const entry = { name: "Tool", description: "Counts.", publisher: await publisherOf(), versions };
  const { index } = await listIndex({ [plugin]: entry });
  return { index, plugin };
}
