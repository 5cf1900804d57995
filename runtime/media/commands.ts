import type * as z from "zod/mini";
import { MEDIA_MAX_FILES } from "../../manifests/bounds/media.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { actorName } from "../area/actor.ts";
import type { Command, Envelope } from "../area/command.ts";
import { publishedChange } from "../editing/comparing/changes.ts";
import { parseWith } from "../commands/parse.ts";
import { type OwnSigns, pictureValues, findVia } from "../editing/provenAction.ts";
import type { HookRunner } from "../plugins/hooks/hookRunner.ts";
import type { Powers } from "../powers/powers.ts";
import type { By } from "./files.ts";
import { kindFor, kindsOf } from "./kinds.ts";
import { type MediaParts, tooLate } from "./library.ts";
import { cleanName } from "./names.ts";
import { unfitFile } from "./formats/unfit.ts";
import { type MediaDeletedView, type MediaView, createMedia, deleteMedia, updateMedia } from "./views.ts";

export interface MediaCommandParts extends MediaParts {
  readonly powers: Powers;
  readonly hookRunner: Pick<HookRunner, "emit">;
}

const by = ({ powers }: MediaCommandParts, { actor }: Envelope): By => ({ actor: actorName(actor), at: powers.now() });

type Create = z.infer<typeof createMedia>;
export type CreatedMedia = MediaView & { readonly created: boolean };

/** Lists a file whose bytes are already at their final key, so every listed file exists. */
export function mediaCreate(parts: MediaCommandParts): Command<Create, CreatedMedia> {
  return {
    parse: parseWith(createMedia),
    prepare: async (envelope, input) => () => listFile(parts, envelope, input),
  };
}

/** Adds a file to the list. The caller holds the transaction. */
export function listFile(
  parts: MediaCommandParts,
  envelope: Envelope,
  { digest, type, bytes, name, alt, caption, source, formerPath }: Omit<Create, "width" | "height">,
): CreatedMedia {
  const { mediaFiles, mediaObjects, formerPaths, plugins } = parts;
  const { site } = envelope;
  const placed = mediaObjects.find(digest);
  if (placed?.type !== type || placed.bytes !== bytes) throw tooLate();
  const known = mediaFiles.find(site, digest);
  if (known) {
    if (formerPath !== undefined) formerPaths.add(site, digest, formerPath);
    // Sent again, an earlier file is wanted beside the one in its place.
    if (known.replacedBy !== null) mediaFiles.bringBack(site, digest);
    return { ...known, replacedBy: null, created: false };
  }
  const kind = kindFor(kindsOf(plugins.forSite(site).resolution.active), type, bytes);
  if (kind === undefined) throw unfitFile(type, "a type that this site accepts");
  if (mediaFiles.count(site) >= MEDIA_MAX_FILES) throw new Refusal("TOO_LARGE", { maxFiles: MEDIA_MAX_FILES });
  mediaObjects.keep(digest);
  const file = mediaFiles.add(
    site,
    { digest, kind, name: cleanName(name, type), alt, caption, source },
    by(parts, envelope),
  );
  const { path, width, height } = file;
  if (formerPath !== undefined) formerPaths.add(site, digest, formerPath);
  parts.hookRunner.emit(site, "mediaUploaded", digest, {
    id: digest,
    path,
    kind,
    type,
    bytes,
    width,
    height,
    name: file.name,
  });
  return { ...file, created: true };
}

export function mediaUpdate(
  parts: MediaCommandParts & { readonly ownSecret: OwnSigns },
): Command<z.infer<typeof updateMedia>, MediaView> {
  return {
    parse: parseWith(updateMedia),
    via: (envelope, { media, changes, proof }) =>
      findVia({ signs: parts.ownSecret, now: parts.powers.now() }, envelope, `media:${media}`, {
        proof,
        written: pictureValues(changes),
      }),
    prepare:
      async (envelope, { media, expected, changes: { name, formerPaths, ...others } }) =>
      () => {
        const { type } = parts.mediaFiles.require(envelope.site, media, expected);
        if (formerPaths) parts.formerPaths.replace(envelope.site, media, formerPaths);
        const changes = name === undefined ? others : { ...others, name: cleanName(name, type) };
        return parts.mediaFiles.change(envelope.site, media, changes, by(parts, envelope));
      },
  };
}

/**
 * Removes a file from the list. A file in use needs `force`, and then its bytes are removed soon. The bytes of an
 * unused file stay in storage while an earlier release may show them.
 */
export function mediaDelete(parts: MediaCommandParts): Command<z.infer<typeof deleteMedia>, MediaDeletedView> {
  return {
    parse: parseWith(deleteMedia),
    prepare:
      async ({ site }, { media, expected, force = false }) =>
      () => {
        parts.mediaFiles.require(site, media, expected);
        const { uses, total } = parts.mediaUses.of(site, media, publishedChange(parts, site));
        if (total > 0 && !force) {
          throw new Refusal("CONFLICT", {
            conflict: "file_used",
            reason: "Documents use this file.",
            used: total,
            uses,
          });
        }
        parts.mediaFiles.remove(site, media);
        parts.formerPaths.forget(site, media);
        parts.mediaObjects.release(media, force);
        return { id: media, used: total, breaks: uses };
      },
  };
}
