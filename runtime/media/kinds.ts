import type { MediaTypeName } from "../../manifests/shapes/mediaTypes.ts";
import type { ActivePlugin } from "../contributions/installed.ts";

export interface MediaKind {
  /** `<plugin id>/<name>`. */
  readonly kind: string;
  readonly types: readonly MediaTypeName[];
  readonly maxBytes: number;
}

/** Lists the media kinds of a site's plugins, in the plugins' order. */
export const kindsOf = (active: readonly ActivePlugin[]): MediaKind[] =>
  active.flatMap(({ id, plugin }) =>
    (plugin.manifest.contributes.media ?? []).map(({ name, types, maxBytes }) => ({
      kind: `${id}/${name}`,
      types,
      maxBytes,
    })),
  );

/** The first kind that accepts a file of this type and size. */
export const kindFor = (kinds: readonly MediaKind[], type: MediaTypeName, bytes: number): string | undefined =>
  kinds.find(({ types, maxBytes }) => types.includes(type) && bytes <= maxBytes)?.kind;

/** The size limit for each type: the largest of all kinds. */
export function largest(kinds: readonly MediaKind[]): Partial<Record<MediaTypeName, number>> {
  const most: Partial<Record<MediaTypeName, number>> = {};
  for (const { types, maxBytes } of kinds) for (const type of types) most[type] = Math.max(most[type] ?? 0, maxBytes);
  return most;
}
