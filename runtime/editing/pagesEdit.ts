/** The command that edits or deletes several pages: all or none. */
import type * as z from "zod/mini";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Command } from "../area/command.ts";
import type { DocumentWrite } from "../documents/documents.ts";
import { editCommand, pageToEdit, requireTheme } from "./edit.ts";
import { editPages } from "./inputs.ts";
import type { PageOperation } from "./operations/pageOperation.ts";
import type { PageParts } from "./pageCommands.ts";
import { editedPage } from "./pageEdit.ts";
import type { WriteOutput } from "./writeCommand.ts";

type Input = z.infer<typeof editPages>;

interface PageBack {
  readonly page: string;
  /** The operations that undo the edit. Null for a deleted page, which a restored version brings back. */
  readonly inverse: readonly PageOperation[] | null;
}

export function pagesEdit(parts: PageParts): Command<Input, WriteOutput & { readonly edits: readonly PageBack[] }> {
  return editCommand(parts, {
    input: editPages,
    edit(site, { edits, expectedTheme }) {
      requireTheme(parts, site, expectedTheme);
      const twice = edits.findIndex(({ page }, index) => edits.some((one, at) => at < index && one.page === page));
      if (twice !== -1) throw refused(`/edits/${twice}/page`, edits[twice]?.page ?? "", "each page once");
      const done = edits.map((edit, index) => written(parts, site, edit, index));
      return {
        writes: done.map(({ write }) => write),
        more: { edits: done.map(({ write, inverse }) => ({ page: write.id, inverse })) },
        pointerOf: (index, inBody) => `/edits/${index}${inBody}`,
      };
    },
  });
}

function written(
  parts: PageParts,
  site: string,
  edit: Input["edits"][number],
  index: number,
): { readonly write: DocumentWrite; readonly inverse: PageBack["inverse"] } {
  const { operations = null, ...asked } = edit;
  if (operations === null) {
    const { id } = pageToEdit(parts, site, asked);
    return { write: { kind: "page", id, expected: asked.expected, body: null }, inverse: null };
  }
  const { writes, inverse } = editedPage(parts, site, { ...asked, operations });
  const [write, beside] = writes;
  // Each page would build on the redirects before all of them, and the last would win.
  if (!write || beside) throw refused(`/edits/${index}/operations`, "redirects", "edits without redirects");
  return { write, inverse };
}

const refused = (pointer: string, found: string, allowed: string): Refusal =>
  new Refusal("INVALID_REQUEST", { issues: [{ pointer, found, allowed }] });
