/** Puts one file in the place of another: the draft shows it wherever it showed the other one. */
import type * as z from "zod/mini";
import { WRITES_PER_COMMAND } from "../../manifests/bounds/commands.ts";
import { isObject } from "../../manifests/json/jsonObject.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { mediaRow } from "../../manifests/shapes/mediaTypes.ts";
import { actorName } from "../area/actor.ts";
import type { Command, Envelope } from "../area/command.ts";
import { parseWith } from "../commands/parse.ts";
import { can, roleNamed } from "../commands/permissions.ts";
import type { DocumentBody, DocumentKind } from "../documents/content/content.ts";
import type { DocumentWrite } from "../documents/documents.ts";
import { checkedWrite } from "../editing/edit.ts";
import { commit, type WriteParts } from "../editing/writeCommand.ts";
import type { MediaChanges, MediaFiles } from "./files.ts";
import { type HidingParts, hiding } from "./hiding.ts";
import type { MediaUses } from "../documents/mediaUses.ts";
import { type MediaReplacedView, type MediaView, replaceMedia } from "./views.ts";

interface ReplacingParts extends WriteParts, Pick<HidingParts, "mediaObjects" | "copyMedia"> {
  readonly mediaFiles: MediaFiles;
  readonly mediaUses: MediaUses;
}

export function mediaReplace(parts: ReplacingParts): Command<z.infer<typeof replaceMedia>, MediaReplacedView> {
  return {
    parse: parseWith(replaceMedia),
    async prepare(envelope, { media, expected, by: other }) {
      const { site, actor } = envelope;
      const before = parts.mediaFiles.require(site, media, expected);
      const coming = parts.mediaFiles.get(site, other);
      requireLike(before, coming);
      const hide = before.audience && !envelope.isRehearsed && (await hiding(parts, site, coming));
      return () => {
        const old = parts.mediaFiles.require(site, media, expected);
        const next = parts.mediaFiles.get(site, other);
        requireLike(old, next);
        if (hide) hide();
        const writes = writesFor(parts, envelope, old, next);
        if (writes.length > 0) commit(parts, envelope, writes);
        const by = { actor: actorName(actor), at: parts.powers.now() };
        parts.mediaFiles.takePlace(site, old, next.id);
        // The version of the file that leaves rises, too, so that a second member does not replace it again.
        parts.mediaFiles.change(site, old.id, {}, by);
        return { ...parts.mediaFiles.change(site, next.id, takenOver(old, next), by), changed: writes.length };
      };
    },
  };
}

/** The words that members gave the other file. The name keeps the ending of the new type. */
function takenOver(old: MediaView, next: MediaView): MediaChanges {
  const [ending = ""] = /\.[^.]*$/.exec(next.name) ?? [];
  return {
    name: `${old.name.replace(/\.[^.]*$/, "")}${ending}`,
    alt: old.alt || next.alt,
    caption: old.caption || next.caption,
    credit: old.credit || next.credit,
    labels: old.labels,
    focal: hasShapeOf(old, next) ? old.focal : null,
    audience: old.audience ?? next.audience,
  };
}

const roleOf = ({ type }: MediaView): string => mediaRow(type).role;

/** A section that shows a picture cannot show a document. */
function requireLike(old: MediaView, next: MediaView): void {
  if (old.id === next.id) throw invalid("/by", next.name, "another file");
  if (roleOf(old) !== roleOf(next)) throw invalid("/by", `a ${roleOf(next)}`, `a ${roleOf(old)}`);
  if (old.width !== null && next.width === null) throw invalid("/by", next.name, "a picture of a known size");
}

const invalid = (pointer: string, found: string, allowed: string): Refusal =>
  new Refusal("INVALID_REQUEST", { issues: [{ pointer, found, allowed }] });

/** The documents of the draft that show a file, with the other file in its place. */
function writesFor(parts: ReplacingParts, envelope: Envelope, old: MediaView, next: MediaView): DocumentWrite[] {
  const { site } = envelope;
  const uses = parts.mediaUses.inDraft(site, old.id, WRITES_PER_COMMAND + 1);
  if (uses.length > WRITES_PER_COMMAND)
    throw invalid("/media", `more than ${WRITES_PER_COMMAND} documents`, `at most ${WRITES_PER_COMMAND} documents`);
  requirePermission(envelope, uses);
  return uses.flatMap(({ kind, id }) => {
    const found = parts.documents.get(site, kind, id);
    if (!found) return [];
    const body = withFile(found.body, old, next) as DocumentBody<DocumentKind>;
    const write: DocumentWrite = { kind, id, expected: found.version, body, replaces: found.body };
    return [checkedWrite(parts, site, write, (inBody) => `/${kind}${inBody}`)];
  });
}

/** Kinds of documents that only members change who may change the theme. */
const OF_THEME: ReadonlySet<DocumentKind> = new Set(["theme", "settings", "types"]);

function requirePermission({ role }: Envelope, uses: readonly { readonly kind: DocumentKind }[]): void {
  const named = roleNamed(role);
  if (uses.some(({ kind }) => OF_THEME.has(kind)) && !(named && can(named, "theme.edit")))
    throw new Refusal("FORBIDDEN", { permission: "theme.edit" });
}

/** A value that names one file as it would name another. Pictures have the other one's size. */
function withFile(value: unknown, old: Shown, next: Shown): unknown {
  if (typeof value === "string") return value.replaceAll(old.path, next.path);
  if (Array.isArray(value)) return value.map((inner) => withFile(inner, old, next));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, inner]): [string, unknown] => [name, withFile(inner, old, next)]);
  const made = Object.fromEntries(members);
  return value["src"] === old.path && "width" in value ? sized(made, old, next) : made;
}

type Shown = Pick<MediaView, "path" | "width" | "height">;

/** A focal point of a picture in another shape would be the point of another thing. */
function sized({ focal, ...picture }: Record<string, unknown>, old: Shown, next: Shown): object {
  const { width, height } = next;
  if (width === null || height === null) return { ...picture, ...(focal === undefined ? {} : { focal }) };
  return { ...picture, width, height, ...(focal !== undefined && hasShapeOf(old, next) ? { focal } : {}) };
}

/** The share by which the shapes of two pictures may differ: a pixel of rounding in a small one. */
const SHAPE_SHARE = 0.02;

function hasShapeOf(old: Shown, next: Shown): boolean {
  const [before, after] = [old, next].map(({ width, height }) => (width ?? 0) / (height ?? 1));
  return Math.abs((before ?? 0) - (after ?? 0)) <= SHAPE_SHARE * (before ?? 0);
}
