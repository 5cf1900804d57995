import { BoundedMap } from "./boundedMap.ts";

/** Makes a value for a text once, and again only after `most` other texts were asked for since. */
export function remembering<Value>(most: number, make: (text: string) => Value): (text: string) => Value {
  const known = new BoundedMap<string, Value>(most);
  return (text) => {
    const value = known.get(text) ?? make(text);
    known.set(text, value);
    return value;
  };
}
