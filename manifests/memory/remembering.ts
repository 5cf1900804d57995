import { BoundedMap } from "./boundedMap.ts";

/** Caches the values that `make` computes for at most `most` texts, and evicts the least recently used. */
export function remembering<Value>(most: number, make: (text: string) => Value): (text: string) => Value {
  const known = new BoundedMap<string, Value>(most);
  return (text) => {
    const value = known.get(text) ?? make(text);
    known.set(text, value);
    return value;
  };
}
