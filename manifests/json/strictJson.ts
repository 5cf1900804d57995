/**
 * Parses untrusted JSON strictly. `JSON.parse` keeps the last of two equal names, makes `__proto__` an own member,
 * reads 1e999 as Infinity and has no limits. A scanner first checks grammar, names, depth and size. It keeps its own
 * stack, so deep input cannot overflow the call stack.
 */
import { JSON_MAX_DEPTH, JSON_MAX_ITEMS, JSON_MAX_MEMBERS } from "../bounds/json.ts";
import type { Issue } from "../refusals/refusal.ts";
import { encodePointer, quote } from "../refusals/pointer.ts";
import { type Result, accepted, refused } from "../result.ts";

/** A fault and its offset in UTF-16 units. */
export interface JsonFault {
  readonly issue: Issue;
  readonly offset: number;
}

export type StrictJson = Result<unknown, JsonFault>;

interface Fault {
  readonly found: string;
  readonly allowed: string;
  readonly offset: number;
}

interface Level {
  /** Names seen so far; undefined in an array. */
  readonly names: Set<string> | undefined;
  members: number;
  /** Name of the current member. In an array, the index is `members - 1`. */
  name: string;
}

type State = "value" | "valueOrEnd" | "name" | "nameOrEnd" | "colon" | "commaOrEnd" | "end";

const EXPECTED: Readonly<Record<State, string>> = {
  value: "a JSON value",
  valueOrEnd: "a JSON value or ]",
  name: "the name of a member in double quotes",
  nameOrEnd: "the name of a member in double quotes or }",
  colon: "a colon",
  commaOrEnd: "a comma or the end of the list or object",
  end: "nothing after the JSON value",
};

/** `constructor` reaches a prototype by two ordinary member accesses, so it is as dangerous as `__proto__`. */
const POISONED = new Set(["__proto__", "constructor"]);

const SPACE = /[ \t\n\r]*/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORDS = ["true", "false", "null"];

const OPENING: Readonly<Record<string, State>> = { "{": "nameOrEnd", "[": "valueOrEnd" };

class Scanner {
  readonly #text: string;
  readonly #levels: Level[] = [];
  #at = 0;
  #state: State = "value";

  constructor(text: string) {
    this.#text = text;
  }

  get pointer(): string {
    const begun = this.#levels.filter((level) => level.members > 0);
    return encodePointer(begun.map((level) => (level.names ? level.name : level.members - 1)));
  }

  /** The first fault of the text, or undefined. */
  scan(): Fault | undefined {
    for (;;) {
      this.#match(SPACE);
      if (this.#at === this.#text.length) return this.#state === "end" ? undefined : this.#unexpected();
      const fault = this.#step(this.#text[this.#at] ?? "");
      if (fault) return fault;
    }
  }

  #step(char: string): Fault | undefined {
    switch (this.#state) {
      case "value":
        return this.#value(char);
      case "valueOrEnd":
        return char === "]" ? this.#close(char) : this.#value(char);
      case "name":
        return this.#name(char);
      case "nameOrEnd":
        return char === "}" ? this.#close(char) : this.#name(char);
      case "colon":
        return this.#punctuation(char, ":", "value");
      case "commaOrEnd":
        return this.#commaOrEnd(char);
      case "end":
        return this.#unexpected();
      default:
        return this.#state satisfies never;
    }
  }

  #value(char: string): Fault | undefined {
    const level = this.#levels.at(-1);
    if (level && !level.names && ++level.members > JSON_MAX_ITEMS)
      return this.#fault("more items", `at most ${JSON_MAX_ITEMS} items`);
    const opens = OPENING[char];
    if (opens) return this.#open(char, opens);
    const fault = char === '"' ? this.#string() : this.#numberOrWord();
    if (!fault) this.#state = this.#afterValue();
    return fault;
  }

  #open(char: string, next: State): Fault | undefined {
    if (this.#levels.length === JSON_MAX_DEPTH) {
      return this.#fault("deeper nesting", `at most ${JSON_MAX_DEPTH} levels`);
    }
    this.#levels.push({ names: char === "{" ? new Set() : undefined, members: 0, name: "" });
    this.#at += 1;
    this.#state = next;
    return undefined;
  }

  #close(char: string): Fault | undefined {
    const isObject = this.#levels.at(-1)?.names !== undefined;
    if (char !== (isObject ? "}" : "]")) return this.#unexpected();
    this.#levels.pop();
    this.#at += 1;
    this.#state = this.#afterValue();
    return undefined;
  }

  #afterValue(): State {
    return this.#levels.length === 0 ? "end" : "commaOrEnd";
  }

  #commaOrEnd(char: string): Fault | undefined {
    if (char !== ",") return this.#close(char);
    return this.#punctuation(char, ",", this.#levels.at(-1)?.names ? "name" : "value");
  }

  #punctuation(char: string, wanted: string, next: State): Fault | undefined {
    if (char !== wanted) return this.#unexpected();
    this.#at += 1;
    this.#state = next;
    return undefined;
  }

  #name(char: string): Fault | undefined {
    const level = this.#levels.at(-1);
    if (char !== '"' || !level?.names) return this.#unexpected();
    const start = this.#at;
    const fault = this.#string();
    if (fault) return fault;
    level.name = this.#decoded(start);
    if (++level.members > JSON_MAX_MEMBERS) return this.#fault("more members", `at most ${JSON_MAX_MEMBERS} members`);
    if (POISONED.has(level.name)) return this.#fault(`a member named ${quote(level.name)}`, "any other name", start);
    if (level.names.has(level.name)) return this.#fault("a second member of this name", "each name once", start);
    level.names.add(level.name);
    this.#state = "colon";
    return undefined;
  }

  #decoded(start: number): string {
    const raw = this.#text.slice(start, this.#at);
    return raw.includes("\\") ? String(JSON.parse(raw)) : raw.slice(1, -1);
  }

  #string(): Fault | undefined {
    const start = this.#at;
    this.#at += 1;
    this.#match(PLAIN);
    let escaped = false;
    while (this.#match(ESCAPE)) {
      escaped = true;
      this.#match(PLAIN);
    }
    if (this.#text[this.#at] !== '"') return this.#brokenString();
    this.#at += 1;
    // UTF-8 cannot encode half of a surrogate pair, so the stored bytes would differ from the checked text.
    if (escaped && !this.#decoded(start).isWellFormed()) {
      return this.#fault("half of a surrogate pair", "well-formed Unicode", start);
    }
    return undefined;
  }

  #brokenString(): Fault {
    const char = this.#text[this.#at];
    if (char === undefined) return this.#fault("a string without end", 'a closing "');
    if (char === "\\") return this.#fault("an unknown escape", 'one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX');
    return this.#fault("a control character in a string", "control characters written as escapes such as \\n");
  }

  #numberOrWord(): Fault | undefined {
    const start = this.#at;
    const word = WORDS.find((candidate) => this.#text.startsWith(candidate, start));
    if (word) {
      this.#at += word.length;
      return undefined;
    }
    if (!this.#match(NUMBER)) return this.#unexpected();
    const isFinite = Number.isFinite(Number(this.#text.slice(start, this.#at)));
    return isFinite ? undefined : this.#fault("a number that is too large", "a finite number", start);
  }

  #match(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return false;
    this.#at = pattern.lastIndex;
    return true;
  }

  #unexpected(): Fault {
    const char = this.#text[this.#at];
    return this.#fault(char === undefined ? "the end of the text" : quote(char), EXPECTED[this.#state]);
  }

  #fault(found: string, allowed: string, offset: number = this.#at): Fault {
    return { found, allowed, offset };
  }
}

function placed(text: string, offset: number): string {
  const before = text.slice(0, offset).split("\n");
  return `line ${before.length}, column ${(before.at(-1) ?? "").length + 1}`;
}

function refusedAt(text: string, pointer: string, { found, allowed, offset }: Fault): StrictJson {
  return refused({ issue: { pointer, found: `${found} (${placed(text, offset)})`, allowed }, offset });
}

const firstLoneSurrogate = (text: string): number => /\p{Surrogate}/u.exec(text)?.index ?? 0;

/** Parses a JSON text without duplicate names and within the limits. */
export function parseStrictJson(text: string): StrictJson {
  if (!text.isWellFormed()) {
    const offset = firstLoneSurrogate(text);
    return refusedAt(text, "", { found: "half of a surrogate pair", allowed: "well-formed Unicode", offset });
  }
  const scanner = new Scanner(text);
  const fault = scanner.scan();
  return fault ? refusedAt(text, scanner.pointer, fault) : accepted(JSON.parse(text));
}
