import { env } from "cloudflare:workers";
import { FlattenedSign, calculateJwkThumbprint, importJWK, type JWK } from "jose";
import type { PluginView } from "../../../runtime/plugins/management/views.ts";
import { type Editor, callApi, done } from "./apiClient.ts";

/** The private key of the only trusted publisher in these workers. */
export const { PLUGIN_SIGNING_KEY: PACKAGE_KEY } = env as unknown as { readonly PLUGIN_SIGNING_KEY: JWK };

export const ASKS = { storage: { maxBytes: 1_000, maxKeys: 10, reason: "to count" } };

export const SETTINGS = {
  type: "object",
  properties: {
    label: { type: "string", title: "Label", default: "Hello" },
    token: { type: "string", title: "Token", writeOnly: true, minLength: 4 },
  },
  additionalProperties: false,
};

const fileDigest = async (text: string): Promise<string> => {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return `sha256-${btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "")}`;
};

/** A signed package with code, storage and settings. `change` replaces members of its manifest. */
export async function aPackage(
  change: Readonly<Record<string, unknown>> = {},
  files: Readonly<Record<string, string>> = { "main.js": "export const hooks = {};" },
  key: JWK = PACKAGE_KEY,
): Promise<{ format: string; jws: object; files: object }> {
  const pins = Object.fromEntries(
    await Promise.all(Object.entries(files).map(async ([path, text]) => [path, await fileDigest(text)] as const)),
  );
  const manifest = JSON.stringify({
    manifestVersion: 1,
    id: "acme.tool",
    version: "1.0.0",
    name: "Tool",
    kind: "executable",
    engine: "^1.0.0",
    main: "main.js",
    contributes: { settings: SETTINGS },
    capabilities: ASKS,
    files: pins,
    ...change,
  });
  const header = { alg: "Ed25519", kid: await calculateJwkThumbprint(key), typ: "drawbridge-plugin+jws" };
  const signing = new FlattenedSign(new TextEncoder().encode(manifest)).setProtectedHeader(header);
  const { payload, protected: encoded, signature } = await signing.sign(await importJWK(key, "Ed25519"));
  return { format: "drawbridge-package/1", jws: { payload, signatures: [{ protected: encoded, signature }] }, files };
}

export const install = async (editor: Editor, change: Readonly<Record<string, unknown>> = {}): Promise<PluginView> =>
  done<PluginView>(await callApi(editor, "POST", "/api/plugins", { body: await aPackage(change) }));
