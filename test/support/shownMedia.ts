/** Makes the bytes that visitors get of a file, as the site does. */
import { expect } from "vitest";
import { type Cleaned, Cleaning } from "../../runtime/media/cleaning/cleaning.ts";
import { PieceCutter, lengthOf } from "../../runtime/media/cleaning/pieces.ts";
import { bytes } from "./mediaFiles.ts";

export function cleanedOf(file: Uint8Array, chunk = file.length): Cleaned {
  const cleaning = new Cleaning();
  for (let at = 0; at < file.length; at += chunk) cleaning.push(file.slice(at, at + chunk));
  return cleaning.end();
}

/** The bytes that visitors get. Its own length is checked against the promised one. */
export function shown(file: Uint8Array, chunk = file.length): Uint8Array<ArrayBuffer> {
  const cleaned = cleanedOf(file, chunk);
  if (typeof cleaned === "string") return bytes(cleaned === "as_sent" ? file : []);
  const cutter = new PieceCutter(cleaned);
  const parts: Uint8Array[] = [];
  for (let at = 0; at < file.length; at += chunk) parts.push(...cutter.push(file.slice(at, at + chunk)));
  const whole = bytes(...parts);
  expect(whole.length).toBe(lengthOf(cleaned));
  return whole;
}
