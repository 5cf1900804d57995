import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The record of a build: digests of its settings, its inputs and its outputs. */
export interface Made {
  readonly settings: string;
  readonly from: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
}

export const digestOfBytes = (bytes: string | Uint8Array): string => hash("sha256", bytes, "base64url");

export const listFiles = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .toSorted()
      .map((name) => [name, digestOfBytes(readFileSync(join(folder, name)))]),
  );

/** Reads a JSON file. Undefined if it is missing, or incomplete after a killed start. */
export function recordIn<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as T;
  } catch {
    return undefined;
  }
}
