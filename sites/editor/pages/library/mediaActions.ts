import { wasKnown } from "./known.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { findSection } from "../../../../runtime/editing/operations/sectionTree.ts";
import type { GalleryView, MediaView } from "../../../../runtime/media/views.ts";
import { type PageActions, FORCED, isForced } from "../desk/action.ts";
import { groupsIn } from "../../looks/audienceText.ts";
import { withQuery } from "../desk/address.ts";
import { findCommandRoute } from "../desk/area.ts";
import { MEDIA_AREA } from "./area.ts";
import { PUBLISHES } from "../desk/publishing.ts";
import type { Desk } from "../desk/desk.ts";
import type { Fields } from "../desk/sent.ts";
import type { FileTaking } from "../desk/upload.ts";
import { type ApiQuestion, notInForm } from "../desk/through.ts";

export const FILE_ACTIONS: PageActions = {
  ...PUBLISHES,
  describe: {
    route: findCommandRoute("media.update"),
    fields: ["version", "name", "alt", "caption", "credit", "labels", "focal-x", "focal-y"],
    ask: (desk, fields) => ({ ...ofFile(desk, fields), body: { changes: changesIn(fields) } }),
    after: ({ subject }) => withQuery(mediaAddress(subject), { done: "saved" }),
  },
  audience: {
    route: findCommandRoute("media.audience"),
    fields: ["version", "audience"],
    ask: (desk, fields) => ({ ...ofFile(desk, fields), body: { audience: audienceIn(fields) } }),
    after: ({ subject }) => withQuery(mediaAddress(subject), { done: "saved" }),
  },
  replace: {
    route: findCommandRoute("media.replace"),
    fields: ["version", "by"],
    ask: (desk, fields) => ({ ...ofFile(desk, fields), body: { by: fields.get("by") ?? "" } }),
    after: (_, fields) => withQuery(mediaAddress(fields.get("by") ?? null), { done: "replaced" }),
  },
  remove: {
    route: findCommandRoute("media.delete"),
    fields: ["version", FORCED],
    ask: (desk, fields) => ({ ...ofFile(desk, fields), query: isForced(fields) ? "?force=true" : "" }),
    after: () => withQuery(mediaAddress(null), { done: "removed" }),
  },
  place: {
    route: findCommandRoute("section.update"),
    fields: ["gallery"],
    ask: placing,
    after: ({ subject }) => withQuery(mediaAddress(subject), { done: "placed" }),
  },
};

/** The address of a file's page, or of the list. */
export const mediaAddress = (media: string | null): string =>
  media === null ? MEDIA_AREA.path : `${MEDIA_AREA.path}/${media}`;

/** The address of the page that crops a picture. */
export const cropAddress = (media: string): string => `${MEDIA_AREA.path}/${media}/crop`;

export const ofFile = ({ subject }: Desk, fields: Fields): Pick<ApiQuestion, "segments" | "version"> => ({
  segments: { media: subject ?? "" },
  version: fields.get("version") ?? "",
});

/** Null if the field names no group: the file is for everybody. */
function audienceIn(fields: Fields): string[] | null {
  const groups = groupsIn(fields.get("audience") ?? "");
  return groups.length === 0 ? null : groups;
}

const TEXTS = ["name", "alt", "caption", "credit"] as const;

/** Labels as people write them, with commas between. */
export const labelsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((label) => label.trim())
      .filter((label) => label !== ""),
  ),
];

function changesIn(fields: Fields): object {
  const [x, y] = ["focal-x", "focal-y"].map((field) => fields.get(field));
  const labels = fields.get("labels");
  return {
    ...Object.fromEntries(TEXTS.flatMap((field) => (fields.has(field) ? [[field, fields.get(field)]] : []))),
    ...(labels === undefined ? {} : { labels: labelsIn(labels) }),
    ...(x === undefined || y === undefined
      ? {}
      : { focal: x === "" && y === "" ? null : { x: shareOf(x), y: shareOf(y) } }),
  };
}

/** Converts percent to a fraction. An invalid number stays text, so that validation names it. */
function shareOf(percent: string): unknown {
  const number = Number(percent.replace(",", "."));
  return percent.trim() === "" || Number.isNaN(number) ? percent : number / 100;
}

const GALLERY = /^([a-z0-9][a-z0-9-]*)\/([a-z0-9][a-z0-9-]*)\/([a-z][A-Za-z0-9_-]*)\/([0-9]+)$/;

/** The value of a form field for a gallery, including its page's version. */
export const galleryValue = ({ page, section, field, version }: GalleryView): string =>
  `${page}/${section}/${field}/${version}`;

/**
 * Appends the picture to the gallery's present list. The command succeeds only if the page still has the shown version.
 */
async function placing(desk: Desk, fields: Fields): Promise<Omit<ApiQuestion, "key">> {
  const { workspace, member, subject } = desk;
  const [, page, section, field, version] = GALLERY.exec(fields.get("gallery") ?? "") ?? [];
  if (page === undefined || section === undefined || field === undefined || version === undefined)
    throw notInForm("gallery", "one of the list");
  const file = expectValue(await workspace.read("media.file", member.site, { media: subject ?? "" }));
  const { items } = expectValue(await workspace.read("galleries", member.site, { page }));
  const gallery = items.find((one) => one.section === section && one.field === field);
  if (!gallery) throw new Refusal("NOT_FOUND", { page, section });
  const { body } = expectValue(await workspace.read("page", member.site, { page }));
  const held = findSection(body.sections, section)?.fields[field];
  const pictures = [...(Array.isArray(held) ? (held as unknown[]) : []), entryOf(gallery, file)];
  return { segments: { page, section }, version, body: { fields: { [field]: pictures } } };
}

function entryOf(
  { picture, entry }: GalleryView,
  { path: src, alt, width, height, focal, caption, credit }: MediaView,
): unknown {
  const image = {
    src,
    alt,
    width,
    height,
    ...(focal ? { focal } : {}),
    ...(caption && { caption }),
    ...(credit && { credit }),
  };
  return picture === null ? image : { ...entry, [picture]: image };
}

/** Takes files without a known length. The sender's media type is ignored, because the bytes determine the type. */
export const STORES_FILES: FileTaking = {
  route: { ...findCommandRoute("media.create"), file: "unsized" },
  ask: (name, file) => ({ query: name === "" ? "" : `?name=${encodeURIComponent(name.toWellFormed())}`, file }),
  after: (answers) => {
    const known = answers.filter(wasKnown).length;
    const stored = answers.length - known;
    return withQuery(mediaAddress(null), { stored: stored || null, known: known || null });
  },
};

/** Takes the file that is to stand in the place of another. Nothing else changes until the member has seen both. */
export const STORES_REPLACEMENT: FileTaking = {
  route: STORES_FILES.route,
  // Visitors download the new file by the name of the old one.
  ask: async (_, file, desk) => {
    const { workspace, member, subject } = desk;
    const { name } = expectValue(await workspace.read("media.file", member.site, { media: subject ?? "" }));
    return STORES_FILES.ask(name.replace(/\.[^.]*$/, ""), file, desk);
  },
  after: (answers, { subject }) => withQuery(mediaAddress(subject), { by: (answers[0] as MediaView).id }),
};
