/** Codes of authenticator apps (RFC 6238): six digits, which change each 30 seconds. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const SEED_BYTES = 20;
const STEP_MS = 30_000;
const DIGITS = 6;
/** A code counts one step longer than it is shown, for slow typing, and one step before, for a phone that is ahead. */
const STEPS_AROUND = [0, -1, 1];

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export const newSeed = (): string => randomBytes(SEED_BYTES).toString("base64url");

/** The seed as apps and people type it (RFC 4648, base 32). */
export function typedSeed(seed: string): string {
  const bits = [...Buffer.from(seed, "base64url")].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, "0"), 2)] ?? "").join("");
}

/** The address that an app reads from the picture. */
export const seedAddress = (seed: string, hostname: string, login: string): string =>
  `otpauth://totp/${encodeURIComponent(`${hostname}:${login}`)}?secret=${typedSeed(seed)}&issuer=${encodeURIComponent(hostname)}`;

/** The code of a time step. */
export function codeOfStep(seed: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", Buffer.from(seed, "base64url")).update(counter).digest();
  const at = (mac[mac.length - 1] ?? 0) & 0x0f;
  const value = (mac.readUInt32BE(at) & 0x7fff_ffff) % 10 ** DIGITS;
  return String(value).padStart(DIGITS, "0");
}

export const stepAt = (now: number): number => Math.floor(now / STEP_MS);

/** The time step of a typed code; undefined for a wrong one. */
export function stepOfCode(seed: string, typed: string, now: number): number | undefined {
  const code = Buffer.from(
    typed
      .replaceAll(/\s/g, "")
      .padEnd(DIGITS)
      .slice(0, DIGITS + 1),
  );
  const steps = STEPS_AROUND.map((around) => stepAt(now) + around);
  return steps.find((step) => {
    const wanted = Buffer.from(codeOfStep(seed, step));
    return wanted.length === code.length && timingSafeEqual(wanted, code);
  });
}
