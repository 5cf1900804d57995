import { useEffect, useState } from "preact/hooks";
import type { NewSection } from "../../../../runtime/documents/content/section.ts";
import type { PageRow, PagesView } from "../../api/views.ts";
import type { Studio } from "../studio/studio.ts";
import { entryTitles } from "../page/sectionName.ts";
import { placingHere } from "./placing.ts";

/** The shared sections that the dialog for new sections offers. A site with more has the chooser of the section's field. */
const OFFERED = 50;

/** A shared section as an offer of the dialog for new sections. */
interface SharedOffer {
  readonly key: string;
  readonly title: string;
  readonly note: string;
  readonly category: string;
  readonly section: NewSection;
  readonly names: readonly string[];
  readonly words: string;
}

/** Reads the titles of the site's shared sections, by which the outline names them. */
export async function readShared({ client, editor }: Studio): Promise<readonly PageRow[]> {
  const of = [...editor.types.values()].find(({ places }) => places)?.places?.of;
  if (of === undefined) return [];
  const query = { type: of, order: "title", limit: OFFERED };
  const answer = await client.read<PagesView>("/api/pages", { query });
  const rows = answer.ok ? answer.value.body.items : [];
  entryTitles.value = { ...entryTitles.peek(), ...Object.fromEntries(rows.map(({ id, title }) => [id, title])) };
  return rows;
}

/** The site's shared sections. None until the site has answered, and in a section that is shared itself. */
export function useSharedOffers(studio: Studio): readonly SharedOffer[] {
  const { editor } = studio;
  const [rows, put] = useState<readonly PageRow[]>([]);
  const placing = placingHere(editor);
  const type = placing && editor.types.get(placing.type);
  useEffect(() => {
    if (placing) void readShared(studio).then(put);
  }, []);
  if (!placing || !type) return [];
  return rows.map(({ id, title }) => ({
    key: `${placing.type} ${id}`,
    title,
    note: type.title,
    category: type.category,
    section: { type: placing.type, fields: { [placing.field]: id } },
    names: [title.toLowerCase()],
    words: `${title} ${type.title}`.toLowerCase(),
  }));
}
