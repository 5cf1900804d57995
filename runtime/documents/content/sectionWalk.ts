/** Walks through the tree of a page's sections. The canvas uses it without the schemas of documents. */

interface Nesting<S> {
  readonly id: string;
  /** Nested sections by slot name. */
  readonly children?: Readonly<Record<string, readonly S[]>> | undefined;
}

/** Yields every section of a tree with its depth (0 at the top), outer sections first. */
export function* eachSection<S extends Nesting<S>>(
  sections: readonly S[],
  depth = 0,
): Generator<{ section: S; depth: number }> {
  for (const entry of sections) {
    yield { section: entry, depth };
    for (const nested of Object.values(entry.children ?? {})) yield* eachSection(nested, depth + 1);
  }
}

/** The JSON pointer of a section in its page. Undefined if the page has no such section. */
export function sectionPointer<S extends Nesting<S>>(
  sections: readonly S[],
  id: string,
  at = "/sections",
): string | undefined {
  for (const [index, entry] of sections.entries()) {
    const here = `${at}/${index}`;
    if (entry.id === id) return here;
    for (const [slot, nested] of Object.entries(entry.children ?? {})) {
      const found = sectionPointer(nested, id, `${here}/children/${slot}`);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}
