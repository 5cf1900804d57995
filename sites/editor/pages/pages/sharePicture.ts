import { expectValue } from "../../../../runtime/commands/answer.ts";
import { mediaId } from "../../../../runtime/media/views.ts";
import type { Page } from "../../../../runtime/documents/content/content.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import type { States } from "../desk/merging.ts";
import type { Fields } from "../desk/sent.ts";
import { notInForm } from "../desk/through.ts";
import type { SelectOption } from "../drawing/fields.ts";
import type { PictureAddresses } from "../drawing/pictured.ts";
import { isPictureType } from "../library/picture.ts";
import { oneWay } from "../library/untrustedText.ts";

const KEPT = "kept";
const NONE = "none";

/** The most pictures to choose from, the newest first. The media page has all of them. */
const OFFERED = 100;

export interface PictureChoices {
  readonly chosen: string;
  readonly choices: readonly SelectOption[];
  /** The addresses of the pictures, by choice. */
  readonly addresses: PictureAddresses;
}

export async function pictureChoices({ workspace, member }: Desk, now: Page["image"]): Promise<PictureChoices> {
  const { items } = expectValue(await workspace.read("media", member.site, { limit: OFFERED }));
  const pictures = items.filter((file) => isPictureType(file) && file.width !== null && file.height !== null);
  return {
    chosen: now ? KEPT : NONE,
    choices: [
      ...(now ? [[KEPT, WORDS.pages.keptPicture] as const] : []),
      [NONE, WORDS.pages.noPicture],
      ...pictures.map(({ id, name }): SelectOption => [id, oneWay(name)]),
    ],
    addresses: {
      ...(now && { [KEPT]: now.src }),
      ...Object.fromEntries(pictures.map(({ id, path }) => [id, path])),
    },
  };
}

/** The page's picture for a choice: undefined keeps the present one, and null removes it. */
export async function pictureFor({ workspace, member }: Desk, chosen: string): Promise<object | null | undefined> {
  if (chosen === KEPT) return undefined;
  if (chosen === NONE) return null;
  if (!mediaId.safeParse(chosen).success) throw notInForm("picture", "one of the list");
  const { path, alt, width, height, focal } = expectValue(
    await workspace.read("media.file", member.site, { media: chosen }),
  );
  return { src: path, alt, width, height, ...(focal ? { focal } : {}) };
}

/** The state of a picture field: the address of a kept picture, or the id of a chosen one; empty for none. */
export function pictureIn(fields: Fields, name: string, was: States): string {
  const chosen = fields.get(name) ?? NONE;
  return chosen === KEPT ? (was[name] ?? "") : chosen === NONE ? "" : chosen;
}
