/** What the forms of the editor do: for each the address of the API it stands for, and how its fields become a question to it. */
import { Refusal } from "../../../manifests/refusal.ts";
import { expectValue } from "../../../runtime/answer.ts";
import { findSection } from "../../../runtime/editing/sectionTree.ts";
import type { GalleryView, MediaView } from "../../../runtime/media/views.ts";
import type { Route } from "../api/routes/route.ts";
import type { Desk } from "./desk.ts";
import { routeOf } from "./desk.ts";
import type { FormName } from "./failure.ts";
import type { Fields } from "./sent.ts";
import type { Question } from "./through.ts";
import { notInForm, through } from "./through.ts";

export type ActionName = Exclude<FormName, "upload">;

interface Action {
  readonly route: Route;
  /** Fields it may have, beside `do` and `key`. */
  readonly fields: readonly string[];
  /** `media` is the file whose page the form stands on; null on the page of all. */
  ask(desk: Desk, fields: Fields, media: string | null): Omit<Question, "key"> | Promise<Omit<Question, "key">>;
  /** Where the browser is sent afterwards. */
  after(here: string): string;
}

export const ACTIONS: Readonly<Record<ActionName, Action>> = {
  describe: {
    route: routeOf("media.update"),
    fields: ["version", "name", "alt", "focal-x", "focal-y"],
    ask: (_, fields, media) => ({ ...ofFile(media, fields), body: { changes: changesIn(fields) } }),
    after: (here) => `${here}?done=saved`,
  },
  remove: {
    route: routeOf("media.delete"),
    fields: ["version", "force"],
    ask: (_, fields, media) => ({ ...ofFile(media, fields), query: fields.get("force") === "true" ? "?force=true" : "" }),
    after: () => "/_editor/media?done=removed",
  },
  place: {
    route: routeOf("section.update"),
    fields: ["gallery"],
    ask: placing,
    after: (here) => `${here}?done=placed`,
  },
  publish: {
    route: routeOf("publish"),
    fields: ["change"],
    ask: (_, fields) => ({ version: fields.get("change") ?? "" }),
    after: (here) => `${here}?done=published`,
  },
};

export const isAction = (name: string): name is ActionName => Object.hasOwn(ACTIONS, name);

/** Does what a form asks, and says where to go then. */
export async function act(desk: Desk, name: ActionName, fields: Fields, media: string | null): Promise<string> {
  const { route, fields: known, ask, after } = ACTIONS[name];
  const stranger = [...fields.keys()].find((field) => field !== "do" && field !== "key" && !known.includes(field));
  if (stranger !== undefined) throw notInForm(stranger.slice(0, 40), known.join(", "));
  await through(desk, route, { ...(await ask(desk, fields, media)), key: fields.get("key") ?? "" });
  return after(addressOf(media));
}

export const addressOf = (media: string | null): string => (media === null ? "/_editor/media" : `/_editor/media/${media}`);

function ofFile(media: string | null, fields: Fields): Pick<Question, "segments" | "version"> {
  if (media === null) throw new Refusal("NOT_FOUND");
  return { segments: { media }, version: fields.get("version") ?? "" };
}

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
async function placing(desk: Desk, fields: Fields, media: string | null): Promise<Omit<Question, "key">> {
  const { workspace, member } = desk;
  const [, page, section, field, version] = GALLERY.exec(fields.get("gallery") ?? "") ?? [];
  if (page === undefined || section === undefined || field === undefined || version === undefined) throw notInForm("gallery", "one of the list");
  const file = expectValue(await workspace.read("media.file", member.site, { media: media ?? "" }));
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
