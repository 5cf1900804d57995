/** The files that a member ticked in the list. */
import { html } from "hono/html";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { type MediaDetailView, mediaId } from "../../../../runtime/media/views.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import type { Fields } from "../desk/sent.ts";
import type { Html } from "../drawing/html.ts";
import { MEDIA_AREA } from "./area.ts";
import { ROWS } from "./library.ts";
import { libraryPicture } from "./picture.ts";

/** The name of the checkboxes. HTML validators expect brackets in a name that several fields share. */
const TICKED = "file[]";
export const CHOSEN_FILE_FIELD = /^file-\d{1,2}$/;

/** The files of a sent form, each with the version that the member saw. */
export const sentIn = (fields: Fields): readonly (readonly [media: string, version: string])[] =>
  requireFew(
    [...fields].flatMap(([name, value]) => {
      const [media = "", version = ""] = value.split(" ", 2);
      return CHOSEN_FILE_FIELD.test(name) ? [[media, version] as const] : [];
    }),
  );

/** Limits the files to those of one page. */
function requireFew<T>(files: readonly T[]): readonly T[] {
  if (files.length > ROWS) throw new Refusal("TOO_LARGE", { maxFiles: ROWS });
  return files;
}

/** The chosen files that still exist: of the form that was refused, or of the address. */
export async function chosenFiles(
  { workspace, member, request }: Desk,
  failure: FormFailure | undefined,
): Promise<MediaDetailView[]> {
  const query = new URL(request.url).searchParams;
  const ids = failure ? sentIn(failure.typed).map(([media]) => media) : requireFew(query.getAll(TICKED));
  if (!ids.every((id) => mediaId.safeParse(id).success)) throw new Refusal("NOT_FOUND");
  const found: MediaDetailView[] = [];
  for (const media of new Set(ids)) {
    const answer = await workspace.read("media.file", member.site, { media });
    if (answer.ok) found.push(expectValue(answer));
  }
  return found;
}

export const chosenFields = (files: readonly MediaDetailView[]): Html[] =>
  files.map(({ id, version }, index) => html`<input type="hidden" name="file-${index}" value="${id} ${version}">`);

/** A row of the list of chosen files, with what the page says of each. */
export const chosenRow = (file: MediaDetailView, says: Html | string): Html =>
  html`<li class="row"><span class="thumb is-small">${libraryPicture(file, "", "4rem") || ""}</span><div class="what"><p class="name"><a href="${MEDIA_AREA.path}/${file.id}"><bdi>${file.name}</bdi></a></p>${says}</div></li>`;
