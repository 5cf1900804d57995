/** Names of types and fields, made from the words that a member typed. Templates, queries and addresses use the names. */
import { NAME_MAX_CHARS } from "../../../../manifests/bounds/manifest.ts";
import { fold } from "../../../../runtime/search/words.ts";

const wordsIn = (text: string): string[] => fold(text).match(/[a-z0-9]+/g) ?? [];

/** The first of name, name-2, name-3 … that nothing has. */
function free(name: string, taken: readonly string[], joined: string): string {
  const nth = (number: number): string => {
    const end = number === 1 ? "" : `${joined}${number}`;
    return name.slice(0, NAME_MAX_CHARS - end.length) + end;
  };
  let number = 1;
  while (taken.includes(nth(number))) number += 1;
  return nth(number);
}

/** Words of other scripts give no name, and a name begins with a letter. */
const orElse = (name: string, other: string): string => (/^[a-z]/.test(name) ? name : `${other}${name}`);

/** The name of a type, such as day-trip. */
export const typeNameFor = (title: string, taken: readonly string[]): string =>
  free(orElse(wordsIn(title).join("-").slice(0, NAME_MAX_CHARS).replace(/-$/, ""), "type"), taken, "-");

/** The name of a field, such as cookingTime. */
export function fieldNameFor(title: string, taken: readonly string[]): string {
  const [first = "", ...rest] = wordsIn(title);
  const name = [first, ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join("");
  return free(orElse(name, "field"), taken, "");
}

/** The value of a choice, such as for-cooks. */
export const choiceFor = (title: string, taken: readonly string[]): string => {
  const name = wordsIn(title).join("-").slice(0, NAME_MAX_CHARS).replace(/-$/, "");
  return free(name === "" ? "choice" : name, taken, "-");
};
