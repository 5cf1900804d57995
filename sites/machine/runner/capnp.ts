/** Writes Cap'n Proto's text format, which workerd reads as its configuration. */

/** A value that workerd reads from a file. The path is relative to the configuration file. */
export class Embedded {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

/** A reference to a constant of another file. */
export class Reference {
  readonly path: string;
  readonly constant: string;
  constructor(path: string, constant: string) {
    this.path = path;
    this.constant = constant;
  }
}

/** An enum value, written without quotes. */
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

/** A quoted string. Bytes outside of printable ASCII are escaped, so no text can end its own quotes. */
const quoted = (text: string): string =>
  `"${[...Buffer.from(text)].map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`)).join("")}"`;

const isPlain = (byte: number): boolean => byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c;
