/**
 * Whether an If-None-Match header names this entity tag. Compared weakly, as RFC 9110 wants it for reading:
 * a proxy that compressed the body may have made the tag weak.
 */
export function namesTag(condition: string | null, tag: string | null): boolean {
  if (condition === null || tag === null) return false;
  if (condition.trim() === "*") return true;
  const wanted = opaque(tag);
  return (condition.match(/(?:W\/)?"[^"]*"/g) ?? []).some((candidate) => opaque(candidate) === wanted);
}

const opaque = (tag: string): string => tag.replace(/^W\//, "");
