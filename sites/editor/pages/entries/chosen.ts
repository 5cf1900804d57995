/** The entries that a member chose in a list, as addresses and forms write them. */
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { documentId } from "../../../../runtime/documents/content/section.ts";
import type { PageView } from "../../../../runtime/editing/views.ts";
import type { Desk } from "../desk/desk.ts";
import type { Fields } from "../desk/sent.ts";

/** The most entries of one change: those of one page of a list. */
export const ROWS = 50;

/** The name of the checkboxes. HTML validators expect brackets in a name that several fields share. */
export const TICKED = "entry[]";
/** The name of the form's fields, each with an id and the version that the member saw. */
export const CHOSEN_FIELD = /^entry-\d{1,2}$/;

export interface ChosenEntry {
  readonly id: string;
  readonly version: number;
}

/** The entries in a sent form. */
export const sentEntries = (fields: Fields): readonly ChosenEntry[] =>
  requireFew([...fields].flatMap(([name, value]) => (CHOSEN_FIELD.test(name) ? [entryIn(value)] : [])));

function entryIn(value: string): ChosenEntry {
  const [id = "", version = ""] = value.split(" ", 2);
  if (!documentId.safeParse(id).success || !/^[1-9]\d{0,14}$/.test(version)) throw new Refusal("NOT_FOUND");
  return { id, version: Number(version) };
}

function requireFew<T>(entries: readonly T[]): readonly T[] {
  if (entries.length > ROWS) throw new Refusal("TOO_LARGE", { most: ROWS });
  return entries;
}

/** The chosen pages of a type that still exist. */
export async function readChosen(
  { workspace, member }: Desk,
  type: string,
  ids: readonly string[],
): Promise<readonly PageView[]> {
  const found: PageView[] = [];
  for (const page of new Set(requireFew(ids))) {
    if (!documentId.safeParse(page).success) throw new Refusal("NOT_FOUND");
    const answer = await workspace.read("page", member.site, { page });
    if (answer.ok && answer.value.body.type === type) found.push(answer.value);
  }
  return found;
}
