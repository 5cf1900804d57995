/** Tells whether two JSON values are equal. The order of members does not matter. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && sameJson(valueOf(one, name), valueOf(other, name)))
  );
}

const valueOf = (object: object, name: string): unknown => (object as Record<string, unknown>)[name];

/** Names of differing members, also of those that only one object has. */
export function differingMembers(one: object, other: object): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter(
    (name) =>
      !Object.hasOwn(one, name) || !Object.hasOwn(other, name) || !sameJson(valueOf(one, name), valueOf(other, name)),
  );
}
