/**
 * Tells whether an If-None-Match header names this entity tag. RFC 9110 compares weakly for reads, because a proxy that
 * compresses a body may weaken the tag.
 */
export function namesTag(condition: string | null, tag: string | null): boolean {
  if (condition === null || tag === null) return false;
  if (condition.trim() === "*") return true;
  const wanted = opaque(tag);
  return (condition.match(/(?:W\/)?"[^"]*"/g) ?? []).some((candidate) => opaque(candidate) === wanted);
}

const opaque = (tag: string): string => tag.replace(/^W\//, "");
