/** The edits that take a batch of edits back. */

/** The answer of a batch, as far as its edits are taken back. */
export interface BatchAnswer {
  readonly versions: readonly { readonly id: string; readonly version: number }[];
  readonly pages: readonly {
    readonly page: string;
    readonly inverse: readonly object[] | null;
    readonly isNew?: true | undefined;
  }[];
}

export type PageEdit = { readonly page: string; readonly expected: number } & (
  | { readonly do: "edit"; readonly operations: readonly object[] }
  | { readonly do: "delete" }
);

/** A new page is deleted again. A page that was replaced or deleted has no edit: its last version can be restored. */
export function backEdits({ versions, pages }: BatchAnswer): readonly PageEdit[] {
  const versionOf = new Map(versions.map(({ id, version }) => [id, version]));
  return pages.flatMap(({ page, inverse, isNew }): readonly PageEdit[] => {
    const seen = { page, expected: versionOf.get(page) ?? 0 };
    if (isNew === true) return [{ do: "delete", ...seen }];
    return inverse === null ? [] : [{ do: "edit", ...seen, operations: inverse }];
  });
}
