import type * as z from "zod/mini";
import { MEDIA_MAX_FILES } from "../../manifests/bounds.ts";
import { Refusal } from "../../manifests/refusal.ts";
import { actorName } from "../actor.ts";
import type { Command, Envelope } from "../command.ts";
import { publishedChange } from "../editing/changes.ts";
import { parseWith } from "../parse.ts";
import type { HookRunner } from "../plugins/hookRunner.ts";
import type { Powers } from "../powers.ts";
import type { By } from "./files.ts";
import { kindFor, kindsOf } from "./kinds.ts";
import type { MediaParts } from "./library.ts";
import { tooLate } from "./library.ts";
import { cleanName } from "./names.ts";
import { unfit } from "./unfit.ts";
import type { MediaDeletedView, MediaView } from "./views.ts";
import { createMedia, deleteMedia, updateMedia } from "./views.ts";

export interface MediaCommandParts extends MediaParts {
  readonly powers: Powers;
  readonly hookRunner: Pick<HookRunner, "mediaUploaded">;
}

const by = ({ powers }: MediaCommandParts, { actor }: Envelope): By => ({ actor: actorName(actor), at: powers.now() });

type Create = z.infer<typeof createMedia>;
export type Created = MediaView & { readonly created: boolean };

/** Lists a file whose bytes are in their place already, so that nothing is ever listed that is not there. */
export function mediaCreate(parts: MediaCommandParts): Command<Create, Created> {
  return {
    name: "media.create",
    parse: parseWith(createMedia),
    prepare: async (envelope, input) => () => listFile(parts, envelope, input),
  };
}

/** The caller holds the transaction. */
export function listFile(parts: MediaCommandParts, envelope: Envelope, { digest, type, bytes, name }: Omit<Create, "width" | "height">): Created {
  const { mediaFiles, mediaObjects, plugins } = parts;
  const { site } = envelope;
  const placed = mediaObjects.find(digest);
  if (placed?.type !== type || placed.bytes !== bytes) throw tooLate();
  const known = mediaFiles.find(site, digest);
  if (known) return { ...known, created: false };
  const kind = kindFor(kindsOf(plugins.forSite(site).resolution.active), type, bytes);
  if (kind === undefined) throw unfit(type, "a type this site takes");
  if (mediaFiles.count(site) >= MEDIA_MAX_FILES) throw new Refusal("TOO_LARGE", { maxFiles: MEDIA_MAX_FILES });
  mediaObjects.keep(digest);
  const file = mediaFiles.add(site, { digest, kind, name: cleanName(name, type) }, by(parts, envelope));
  const { path, width, height } = file;
  parts.hookRunner.mediaUploaded(site, { id: digest, path, kind, type, bytes, width, height, name: file.name });
  return { ...file, created: true };
}

export function mediaUpdate(parts: MediaCommandParts): Command<z.infer<typeof updateMedia>, MediaView> {
  return {
    name: "media.update",
    parse: parseWith(updateMedia),
    prepare: async (envelope, { media, expected, changes: { name, alt, focal } }) => () => {
      const { type } = parts.mediaFiles.require(envelope.site, media, expected);
      const changes = {
        ...(name === undefined ? {} : { name: cleanName(name, type) }),
        ...(alt === undefined ? {} : { alt }),
        ...(focal === undefined ? {} : { focal }),
      };
      return parts.mediaFiles.change(envelope.site, media, changes, by(parts, envelope));
    },
  };
}

/**
 * Takes a file from the list. One that is used is removed at once, and only by force: that is what whoever insists
 * wants. One that is not used may still be shown by an earlier release, and stays in storage for as long.
 */
export function mediaDelete(parts: MediaCommandParts): Command<z.infer<typeof deleteMedia>, MediaDeletedView> {
  return {
    name: "media.delete",
    parse: parseWith(deleteMedia),
    prepare: async ({ site }, { media, expected, force = false }) => () => {
      parts.mediaFiles.require(site, media, expected);
      const { uses, total } = parts.mediaUses.of(site, media, publishedChange(parts, site));
      if (total > 0 && !force) {
        throw new Refusal("CONFLICT", { reason: "Documents use this file; `force` removes it all the same.", used: total, uses });
      }
      parts.mediaFiles.remove(site, media);
      parts.mediaObjects.release(media, force);
      return { id: media, used: total, breaks: uses };
    },
  };
}
