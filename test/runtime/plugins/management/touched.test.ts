import { expect, test } from "vitest";
import {
  TOUCHED_PAGES_LISTED,
  TOUCHED_READ_PAGES,
  TOUCHED_SECTIONS_LISTED,
} from "../../../../manifests/bounds/plugins.ts";
import type { Manifest } from "../../../../manifests/manifest/manifest.ts";
import type { Documents } from "../../../../runtime/documents/documents.ts";
import { touchedBy } from "../../../../runtime/plugins/management/touched.ts";

/** A draft with one page, whose sections have a type that the version lacks. */
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

/** A draft with this many pages of one affected section each. Counts its reads. */
function touchedIn(pages: number) {
  const all = Array.from({ length: pages }, (_, at) => ({
    id: `p${String(at).padStart(4, "0")}`,
    version: 1,
    body: { path: `/${at}`, title: "Page", sections: [{ id: "s", type: "acme.tool/gone", fields: {} }] },
  }));
  let reads = 0;
  const documents = {
    change: () => 1,
    pages: (_site: string, _at: number, after: string, most: number) => {
      reads += 1;
      return all.filter(({ id }) => id > after).slice(0, most);
    },
  } as unknown as Documents;
  const { total, listed } = touchedBy(documents, "main", { id: "acme.tool", contributes: {} } as unknown as Manifest);
  return { total, listed: listed.length, reads };
}

test.each([
  [-1, TOUCHED_PAGES_LISTED - 1],
  [0, TOUCHED_PAGES_LISTED],
  [1, TOUCHED_PAGES_LISTED],
])("of as many touched pages as are listed and %i all are counted, and %i listed", (more, listed) => {
  expect(touchedIn(TOUCHED_PAGES_LISTED + more)).toMatchObject({ total: TOUCHED_PAGES_LISTED + more, listed });
});

test.each([
  [-1, 1],
  [0, 2],
  [1, 2],
])("as many pages as are read at once and %i are read in %i parts, and all are counted", (more, reads) => {
  expect(touchedIn(TOUCHED_READ_PAGES + more)).toMatchObject({ total: TOUCHED_READ_PAGES + more, reads });
});
