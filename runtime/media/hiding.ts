/**
 * Files for readers. Their bytes stand where no address of a visitor leads, so that other visits need not ask who may
 * see a file.
 */
import type * as z from "zod/mini";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { actorName } from "../area/actor.ts";
import type { Command } from "../area/command.ts";
import { parseWith } from "../commands/parse.ts";
import type { Powers } from "../powers/powers.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { MediaFiles } from "./files.ts";
import { isForReaders, objectForReaders, objectKey } from "./keys.ts";
import type { MediaObjects } from "./objects.ts";
import { type MediaView, setMediaAudience } from "./views.ts";

/** A file to copy, with two storage keys of its tenant. */
export interface CopiedMedia {
  readonly digest: string;
  readonly type: string;
  readonly from: string;
  readonly to: string;
}

export interface HidingParts {
  readonly powers: Pick<Powers, "now">;
  readonly sites: Sites;
  readonly mediaFiles: MediaFiles;
  readonly mediaObjects: MediaObjects;
  copyMedia(file: CopiedMedia): Promise<void>;
}

/** Copies the bytes of a file to the place of files for readers. What it returns moves the file, in the transaction of the caller. */
export async function hiding(parts: HidingParts, site: string, { id }: MediaView): Promise<() => void> {
  const { sites, mediaFiles, mediaObjects } = parts;
  const { tenant } = sites.get(site);
  const { object, type } = mediaObjects.find(id) ?? { object: "", type: "" };
  if (object !== "" && !isForReaders(object)) {
    const [from, to] = [object, objectForReaders(object)].map((one) => `${tenant}/${objectKey(id, one)}`);
    await parts.copyMedia({ digest: id, type, from: from ?? "", to: to ?? "" });
  }
  return () => {
    if (mediaObjects.hide(id, object)) return;
    const { version: current, changedBy, changedAt } = mediaFiles.get(site, id);
    throw new Refusal("STALE_VERSION", { kind: "media", id, current, changedBy, changedAt });
  };
}

/**
 * Sets who gets a file. The files whose place it has taken are hidden with it, because their addresses are known. A file
 * that is for everybody again stays where it is, and visitors get it from there.
 */
export function mediaAudience(parts: HidingParts): Command<z.infer<typeof setMediaAudience>, MediaView> {
  return {
    parse: parseWith(setMediaAudience),
    async prepare({ site, actor }, { media, expected, audience }) {
      const file = parts.mediaFiles.require(site, media, expected);
      const hidden = audience ? [...parts.mediaFiles.allEarlier(site, media), file] : [];
      const moves: (() => void)[] = [];
      for (const one of hidden) moves.push(await hiding(parts, site, one));
      return () => {
        parts.mediaFiles.require(site, media, expected);
        for (const move of moves) move();
        const by = { actor: actorName(actor), at: parts.powers.now() };
        for (const { id } of hidden.slice(0, -1)) parts.mediaFiles.change(site, id, { audience }, by);
        return parts.mediaFiles.change(site, media, { audience }, by);
      };
    },
  };
}
