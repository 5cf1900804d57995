import { expect, test } from "vitest";
import { TOUCHED_SECTIONS_LISTED } from "../../../../manifests/bounds/plugins.ts";
import type { Manifest } from "../../../../manifests/manifest/manifest.ts";
import type { Documents } from "../../../../runtime/documents/documents.ts";
import { touchedBy } from "../../../../runtime/plugins/management/touched.ts";

/** A draft of one page, whose sections are of a type that the version does not have any more. */
function touchedOf(sections: number) {
  const body = {
    path: "/",
    title: "Home",
    sections: Array.from({ length: sections }, (_, at) => ({ id: `s${at}`, type: "acme.tool/gone", fields: {} })),
  };
  const documents = { change: () => 1, pages: () => [{ id: "home", version: 1, body }] } as unknown as Documents;
  return touchedBy(documents, "main", { id: "acme.tool", contributes: {} } as unknown as Manifest);
}

test.each([
  [-1, TOUCHED_SECTIONS_LISTED - 1],
  [0, TOUCHED_SECTIONS_LISTED],
  [1, TOUCHED_SECTIONS_LISTED],
])("a page with as many touched sections as are listed and %i counts all, and lists %i", (more, listed) => {
  const [page] = touchedOf(TOUCHED_SECTIONS_LISTED + more).listed;
  expect([page?.sections, page?.each.length]).toEqual([TOUCHED_SECTIONS_LISTED + more, listed]);
});
