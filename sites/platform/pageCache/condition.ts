/**
 * True if an If-None-Match header contains this entity tag. The comparison is weak (RFC 9110, 13.1.2), because a
 * compressing proxy may weaken the tag.
 */
export function namesTag(condition: string | null, tag: string | null): boolean {
  if (condition === null || tag === null) return false;
  if (condition.trim() === "*") return true;
  const wanted = opaque(tag);
  return (condition.match(/(?:W\/)?"[^"]*"/g) ?? []).some((candidate) => opaque(candidate) === wanted);
}

const opaque = (tag: string): string => tag.replace(/^W\//, "");
