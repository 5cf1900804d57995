import { expect, test } from "vitest";
import { backEdits } from "../../../../runtime/editing/operations/backEdits.ts";

test("a new page is deleted, a change is undone, and a page that was replaced or deleted stays as it is", () => {
  const versions = ["new", "edited", "replaced", "deleted"].map((id) => ({ kind: "page" as const, id, version: 3 }));
  const row = (page: string, inverse: Record<string, unknown>[] | null) => ({ page, path: `/${page}`, inverse });
  const pages = [
    { ...row("new", null), isNew: true as const },
    row("edited", [{ op: "set" }]),
    row("replaced", null),
    { ...row("deleted", null), path: null },
  ];
  expect(backEdits({ versions, pages })).toEqual([
    { do: "delete", page: "new", expected: 3 },
    { do: "edit", page: "edited", expected: 3, operations: [{ op: "set" }] },
  ]);
});
