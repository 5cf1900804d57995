import { SETTINGS_SECRET_MIN_CHARS } from "../../manifests/bounds.ts";
import { Refusal } from "../../manifests/refusal.ts";
import { base64urlOf, strictBase64url } from "../../manifests/trust/exactText.ts";
import type { Sealing, SealPlace } from "../../runtime/plugins/sealing.ts";

const IV_BYTES = 12;
const SEALED = /^v1\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]+)$/;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;

/**
 * AES-GCM under a key of its own for each plugin of each site, made of the workspace's secret (HKDF, SHA-256). The
 * whole place is authenticated too, so that two secrets of one plugin cannot take each other's places.
 */
export function sealingWith(secret: string | undefined): Sealing {
  const keyOf = (place: readonly string[]) => derived(secret, JSON.stringify(["seal", ...place]), { name: "AES-GCM", length: 256 }, ["encrypt", "decrypt"]);
  return {
    async seal(place, text) {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const sealed = await crypto.subtle.encrypt(cipher(iv, place), await keyOf(place.slice(0, 3)), bytesOf(text));
      return `v1.${base64urlOf(iv)}.${base64urlOf(new Uint8Array(sealed))}`;
    },
    async open(place, text) {
      const [, iv = "", sealed = ""] = SEALED.exec(text) ?? [];
      const [ivBytes, bytes] = [strictBase64url(iv), strictBase64url(sealed)];
      return ivBytes && bytes && opened(cipher(ivBytes, place), await keyOf(place.slice(0, 3)), bytes);
    },
    async fingerprint(text) {
      const key = await derived(secret, JSON.stringify(["fingerprint"]), { name: "HMAC", hash: "SHA-256", length: 256 }, ["sign"]);
      const signed = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytesOf(text)));
      return Array.from(signed, (byte) => byte.toString(16).padStart(2, "0")).join("");
    },
  };
}

const cipher = (iv: Uint8Array<ArrayBuffer>, place: SealPlace) => ({ name: "AES-GCM", iv, additionalData: bytesOf(JSON.stringify(place)) });

/** A short secret is as good as none, and nothing is kept under it. */
async function derived(secret: string | undefined, info: string, key: { name: string; length: number; hash?: string }, uses: ("encrypt" | "decrypt" | "sign")[]): Promise<CryptoKey> {
  if ((secret ?? "").length < SETTINGS_SECRET_MIN_CHARS) {
    throw new Refusal("PLUGIN_UNAVAILABLE", { reason: "This deployment has no PLUGIN_SETTINGS_SECRET to keep settings with." });
  }
  const material = await crypto.subtle.importKey("raw", bytesOf(secret ?? ""), "HKDF", false, ["deriveKey"]);
  const how = { name: "HKDF", hash: "SHA-256", salt: bytesOf("drawbridge plugin settings"), info: bytesOf(info) };
  return crypto.subtle.deriveKey(how, material, key, false, uses);
}

/** That it does not open is an answer; the platform says it with an exception that tells nothing more. */
const opened = (how: ReturnType<typeof cipher>, key: CryptoKey, bytes: Uint8Array<ArrayBuffer>): Promise<string | undefined> =>
  crypto.subtle.decrypt(how, key, bytes).then(
    (plain) => new TextDecoder().decode(plain),
    () => undefined,
  );
