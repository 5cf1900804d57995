/** What the forms on the pages of media do. */
import { Refusal } from "../../../manifests/refusal.ts";
import { expectValue } from "../../../runtime/answer.ts";
import { findSection } from "../../../runtime/editing/sectionTree.ts";
import type { GalleryView, MediaView } from "../../../runtime/media/views.ts";
import type { Actions } from "./action.ts";
import { FORCED, isForced } from "./action.ts";
import { withQuery } from "./address.ts";
import { AREAS, routeOf } from "./areas.ts";
import type { Desk } from "./desk.ts";
import type { Fields } from "./sent.ts";
import type { Question } from "./through.ts";
import { notInForm } from "./through.ts";

export const LIBRARY_ACTIONS: Actions = {
  publish: {
    route: routeOf("publish"),
    fields: ["change"],
    ask: (_, fields) => ({ version: fields.get("change") ?? "" }),
    after: ({ subject }) => withQuery(mediaAddress(subject), { done: "published" }),
  },
};

export const FILE_ACTIONS: Actions = {
  ...LIBRARY_ACTIONS,
  describe: {
    route: routeOf("media.update"),
    fields: ["version", "name", "alt", "focal-x", "focal-y"],
    ask: (desk, fields) => ({ ...ofFile(desk, fields), body: { changes: changesIn(fields) } }),
    after: ({ subject }) => withQuery(mediaAddress(subject), { done: "saved" }),
  },
  remove: {
    route: routeOf("media.delete"),
    fields: ["version", FORCED],
    ask: (desk, fields) => ({ ...ofFile(desk, fields), query: isForced(fields) ? "?force=true" : "" }),
    after: () => withQuery(mediaAddress(null), { done: "removed" }),
  },
  place: {
    route: routeOf("section.update"),
    fields: ["gallery"],
    ask: placing,
    after: ({ subject }) => withQuery(mediaAddress(subject), { done: "placed" }),
  },
};

/** Of the page of one file, or of all. */
export const mediaAddress = (media: string | null): string => (media === null ? AREAS.media.path : `${AREAS.media.path}/${media}`);

const ofFile = ({ subject }: Desk, fields: Fields): Pick<Question, "segments" | "version"> =>
  ({ segments: { media: subject ?? "" }, version: fields.get("version") ?? "" });

function changesIn(fields: Fields): object {
  const [name, alt, x, y] = ["name", "alt", "focal-x", "focal-y"].map((field) => fields.get(field));
  return {
    ...(name === undefined ? {} : { name }),
    ...(alt === undefined ? {} : { alt }),
    ...(x === undefined || y === undefined ? {} : { focal: x === "" && y === "" ? null : { x: shareOf(x), y: shareOf(y) } }),
  };
}

/** Percent as a share of one; what is no number goes on as it is, to be refused with its name. */
function shareOf(percent: string): unknown {
  const number = Number(percent.replace(",", "."));
  return percent.trim() === "" || Number.isNaN(number) ? percent : number / 100;
}

const GALLERY = /^([a-z0-9][a-z0-9-]*)\/([a-z0-9][a-z0-9-]*)\/([a-z][A-Za-z0-9_-]*)\/([0-9]+)$/;

/** One gallery as a field of a form holds it, with the version of its page. */
export const galleryValue = ({ page, section, field, version }: GalleryView): string => `${page}/${section}/${field}/${version}`;

/** The list as it is now with the picture behind it, to be written only if the page is still at the version that was shown. */
async function placing(desk: Desk, fields: Fields): Promise<Omit<Question, "key">> {
  const { workspace, member, subject } = desk;
  const [, page, section, field, version] = GALLERY.exec(fields.get("gallery") ?? "") ?? [];
  if (page === undefined || section === undefined || field === undefined || version === undefined) throw notInForm("gallery", "one of the list");
  const file = expectValue(await workspace.read("media.file", member.site, { media: subject ?? "" }));
  const { items } = expectValue(await workspace.read("galleries", member.site, { page }));
  const gallery = items.find((one) => one.section === section && one.field === field);
  if (!gallery) throw new Refusal("NOT_FOUND", { page, section });
  const { body } = expectValue(await workspace.read("page", member.site, { page }));
  const held = findSection(body.sections, section)?.fields[field];
  const pictures = [...(Array.isArray(held) ? (held as unknown[]) : []), entryOf(gallery, file)];
  return { segments: { page, section }, version, body: { fields: { [field]: pictures } } };
}

function entryOf({ picture, entry }: GalleryView, { path: src, alt, width, height, focal }: MediaView): unknown {
  const image = { src, alt, width, height, ...(focal ? { focal } : {}) };
  return picture === null ? image : { ...entry, [picture]: image };
}
