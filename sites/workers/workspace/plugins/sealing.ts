import { hexOf } from "../../../../manifests/bytes/hex.ts";
import { SETTINGS_SECRET_MIN_CHARS } from "../../../../manifests/bounds/plugins.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { strictBase64url } from "../../../../manifests/trust/exactText.ts";
import { base64urlOf } from "../../../../manifests/bytes/base64.ts";
import type { Sealing, SealPlace } from "../../../../runtime/plugins/settings/sealing.ts";
import { secretList } from "../../../platform/keys/secretList.ts";

const IV_BYTES = 12;
/** Texts of version 1 do not name their key, so each secret is tried. */
const SEALED = /^(?:v1|v2\.([0-9a-f]{16}))\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]+)$/;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;

/**
 * Encrypts with AES-GCM, with one key for each plugin of each site, derived from the workspace's secret (HKDF,
 * SHA-256). The place is authenticated data, so two secrets of one plugin cannot be swapped. A sealed text names its
 * key by a keyed digest, which reveals nothing about the secret.
 */
export function sealingWith(text: string | undefined): Sealing {
  const secrets = (): readonly [string, ...string[]] => secretList(text, SETTINGS_SECRET_MIN_CHARS) ?? missing();
  return {
    async seal(place, plain) {
      const [current] = secrets();
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const sealed = await crypto.subtle.encrypt(cipher(iv, place), await sealingKey(current, place), bytesOf(plain));
      return `v2.${await keyId(current)}.${base64urlOf(iv)}.${base64urlOf(new Uint8Array(sealed))}`;
    },
    async open(place, sealed) {
      const { iv, bytes, candidates } = await readSealed(sealed, secrets());
      if (!iv || !bytes) return undefined;
      for (const secret of candidates) {
        const plain = await opened(cipher(iv, place), await sealingKey(secret, place), bytes);
        if (plain !== undefined) return plain;
      }
      return undefined;
    },
    isCurrent: async (sealed) => SEALED.exec(sealed)?.[1] === (await keyId(secrets()[0])),
    fingerprint: async (plain) => hexOf(await digestUnder(secrets()[0], "fingerprint", plain)),
  };
}

interface SealedText {
  readonly iv: Uint8Array<ArrayBuffer> | undefined;
  readonly bytes: Uint8Array<ArrayBuffer> | undefined;
  /** The secrets that may have sealed the text. */
  readonly candidates: readonly string[];
}

async function readSealed(sealed: string, secrets: readonly string[]): Promise<SealedText> {
  const [, id, iv = "", bytes = ""] = SEALED.exec(sealed) ?? [];
  const ids = await Promise.all(secrets.map(keyId));
  const candidates = secrets.filter((_secret, index) => id === undefined || ids[index] === id);
  return { iv: strictBase64url(iv), bytes: strictBase64url(bytes), candidates };
}

const KEY_ID_CHARS = 16;
const keyId = async (secret: string): Promise<string> =>
  hexOf(await digestUnder(secret, "key id", "")).slice(0, KEY_ID_CHARS);

const sealingKey = (secret: string, place: SealPlace): Promise<CryptoKey> =>
  derived(secret, JSON.stringify(["seal", ...place.slice(0, 3)]), { name: "AES-GCM", length: 256 }, [
    "encrypt",
    "decrypt",
  ]);

async function digestUnder(secret: string, use: string, plain: string): Promise<Uint8Array> {
  const key = await derived(secret, JSON.stringify([use]), { name: "HMAC", hash: "SHA-256", length: 256 }, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, bytesOf(plain)));
}

/** Refuses to seal. A secret that is too short counts as missing. */
function missing(): never {
  throw new Refusal("PLUGIN_UNAVAILABLE", {
    reason: "This deployment has no PLUGIN_SETTINGS_SECRET to keep settings with.",
  });
}

const cipher = (iv: Uint8Array<ArrayBuffer>, place: SealPlace) => ({
  name: "AES-GCM",
  iv,
  additionalData: bytesOf(JSON.stringify(place)),
});

async function derived(
  secret: string,
  info: string,
  key: { name: string; length: number; hash?: string },
  uses: ("encrypt" | "decrypt" | "sign")[],
): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey("raw", bytesOf(secret), "HKDF", false, ["deriveKey"]);
  const how = { name: "HKDF", hash: "SHA-256", salt: bytesOf("drawbridge plugin settings"), info: bytesOf(info) };
  return crypto.subtle.deriveKey(how, material, key, false, uses);
}

/** A secret that does not fit is an expected result, but the platform throws for it without a reason. */
const opened = (
  how: ReturnType<typeof cipher>,
  key: CryptoKey,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string | undefined> =>
  crypto.subtle.decrypt(how, key, bytes).then(
    (plain) => new TextDecoder().decode(plain),
    () => undefined,
  );
