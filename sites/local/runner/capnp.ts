/** Cap'n Proto's text form, in which workerd reads its configuration. */

/** A file that workerd reads in the place of a text, by its path from the file that names it. */
export class Embedded {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

/** A constant of another file. */
export class Reference {
  readonly path: string;
  readonly constant: string;
  constructor(path: string, constant: string) {
    this.path = path;
    this.constant = constant;
  }
}

/** One of the names that a member may have as its value. */
export class Word {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export type Value =
  | string
  | number
  | boolean
  | Embedded
  | Reference
  | Word
  | readonly Value[]
  | { readonly [name: string]: Value | undefined };

export function writtenCapnp(value: Value): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object") return String(value);
  if (value instanceof Embedded) return `embed ${quoted(value.path)}`;
  if (value instanceof Reference) return `import ${quoted(value.path)}.${value.constant}`;
  if (value instanceof Word) return value.name;
  if (isList(value)) return `[${value.map(writtenCapnp).join(", ")}]`;
  const members = Object.entries(value).flatMap(([name, one]) =>
    one === undefined ? [] : [`${name} = ${writtenCapnp(one)}`],
  );
  return `(${members.join(", ")})`;
}

const isList = (value: object): value is readonly Value[] => Array.isArray(value);

/** Everything outside of printable ASCII is written as the bytes of its UTF-8, so no text ends its own quotes. */
const quoted = (text: string): string =>
  `"${[...Buffer.from(text)].map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`)).join("")}"`;

const isPlain = (byte: number): boolean => byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c;
