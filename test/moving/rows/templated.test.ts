/** New entries of a file or a field begin with the template that the site chose for their type. */
import { expect, test } from "vitest";
import { accepted, refused } from "../../../manifests/result.ts";
import type { CatalogueView } from "../../../runtime/editing/views.ts";
import { newEntry } from "../../../sites/moving/rows/newEntry.ts";
import { withTemplate } from "../../../sites/moving/rows/templated.ts";
import { EVENT } from "../../runtime/entries/events.ts";

type TypeView = CatalogueView["contentTypes"][number];

const OWN = [{ type: "test.text/text", fields: { text: "The type's own" } }];
const CHOSEN = [{ id: "words", type: "test.text/text", fields: { text: "The site's" }, children: { slot: [] } }];
const type = (template?: string): TypeView =>
  ({
    type: EVENT,
    address: "/events/{slug}",
    start: { start: "2026-05-01" },
    sections: OWN,
    ...(template && { template }),
  }) as unknown as TypeView;

/** A site whose pages are read by these answers. */
function site(isThere = true) {
  const asked: string[] = [];
  const read = (path: string) => {
    asked.push(path);
    const body = { body: { sections: CHOSEN } };
    return Promise.resolve(isThere ? accepted({ body }) : refused({ kind: "unreached" }));
  };
  return { asked, client: { read } as unknown as Parameters<typeof withTemplate>[0] };
}

test.each([
  ["without a template, with those of the type", undefined, true, [{ id: "section-1", ...OWN[0] }], []],
  ["with the template's sections, as they are", "summer", true, CHOSEN, ["/api/pages/summer"]],
  ["as without one, if it cannot be read", "summer", false, [{ id: "section-1", ...OWN[0] }], ["/api/pages/summer"]],
])("a new entry begins %s", async (_, template, isThere, sections, paths) => {
  const { asked, client } = site(isThere);
  const entry = newEntry(await withTemplate(client, type(template)), "Rowing day", "2026-05-01");
  expect(entry).toMatchObject({ path: "/events/rowing-day", values: { start: "2026-05-01" }, sections });
  expect(asked).toEqual(paths);
});
