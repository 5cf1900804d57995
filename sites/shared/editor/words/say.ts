export interface Counted {
  readonly one: string;
  readonly other: string;
}

type Values = Readonly<Record<string, string | number>>;

/** A word of the table with its values. */
export function say(word: string | Counted, values: Values = {}): string {
  const text = typeof word === "string" ? word : values["n"] === 1 ? word.one : word.other;
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
