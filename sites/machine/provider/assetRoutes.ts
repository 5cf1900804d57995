/**
 * Routes of static files. A session lists the missing files, uploads deliver them, and the last upload completes the
 * session.
 */
import { randomUUID } from "node:crypto";
import { no, yes } from "./envelope.ts";
import { type ProviderRequest, type ProviderRoute, route } from "./route.ts";
import type { AccountState, AssetManifest } from "./state.ts";

const WORKERS = "/accounts/:account/workers";

/**
 * wrangler reads upload settings from the middle part of this token. An empty object there makes wrangler send several
 * files at once.
 */
const newToken = (): string => `stand-in.e30.${randomUUID()}`;

const FILES_PER_UPLOAD = 2;

const hashesOf = (manifest: AssetManifest): string[] => [...new Set(Object.values(manifest).map(({ hash }) => hash))];

const missing = ({ assetFiles }: AccountState, manifest: AssetManifest): string[] =>
  hashesOf(manifest).filter((hash) => !assetFiles.has(hash));

const sliced = (hashes: readonly string[]): string[][] =>
  hashes.length === 0 ? [] : [hashes.slice(0, FILES_PER_UPLOAD), ...sliced(hashes.slice(FILES_PER_UPLOAD))];

/** The token of a completed session. */
function completed(account: AccountState, script: string, manifest: AssetManifest): { readonly jwt: string } {
  const jwt = newToken();
  account.assetTokens.set(jwt, { script, manifest, isComplete: true });
  return { jwt };
}

async function begin({ account, part, json }: ProviderRequest) {
  const { manifest } = (await json()) as { manifest: AssetManifest };
  const wanted = missing(account, manifest);
  if (wanted.length === 0) return yes({ ...completed(account, part("script"), manifest), buckets: [] });
  const jwt = newToken();
  account.assetTokens.set(jwt, { script: part("script"), manifest, isComplete: false });
  return yes({ jwt, buckets: sliced(wanted) });
}

async function upload({ account, bearer, form }: ProviderRequest) {
  const session = account.assetTokens.get(bearer);
  if (!session) return no(403, 9109, "Invalid access token");
  const { script, manifest } = session;
  for (const [hash, file] of await form()) {
    const bytes = Buffer.from(file instanceof Blob ? await file.text() : file, "base64");
    const isAsked = Object.values(manifest).some((row) => row.hash === hash && row.size === bytes.length);
    if (!isAsked) return no(400, 10304, "The file is not one of those that were asked for.");
    account.assetFiles.set(hash, bytes);
  }
  return yes(missing(account, manifest).length === 0 ? completed(account, script, manifest) : { jwt: null });
}

/** The manifest of a version's static files. Only a token of a completed session of this worker counts. */
export function manifestOf({ assetTokens }: AccountState, script: string, token: unknown): AssetManifest | undefined {
  const session = typeof token === "string" ? assetTokens.get(token) : undefined;
  return session?.isComplete === true && session.script === script ? session.manifest : undefined;
}

export const ASSET_ROUTES: readonly ProviderRoute[] = [
  route("POST", `${WORKERS}/scripts/:script/assets-upload-session`, begin),
  {
    ...route("POST", `${WORKERS}/assets/upload`, upload),
    isKnown: (bearer, { assetTokens }) => assetTokens.has(bearer),
  },
];
