import type { Envelope } from "../area/command.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { parseWith } from "../commands/parse.ts";
import type { RateLimits } from "../tenancy/rateLimits.ts";
import type { Powers } from "../powers/powers.ts";
import type { SharedDraft } from "../sharing/sharedDraft.ts";
import type { GuestRemark } from "../sharing/sharingApi.ts";
import { placeOfQuote } from "./anchors.ts";
import { guestSaid, type leaveRemark } from "./views.ts";
import type * as z from "zod/mini";

const parseSaid = parseWith(guestSaid);

export interface GuestParts {
  readonly powers: Pick<Powers, "digest" | "newId">;
  readonly sharedDraft: SharedDraft;
  readonly rateLimits: Pick<RateLimits, "require">;
}

/** A guest's remark as a command, and the path of its page. */
export interface LeavingRemark {
  readonly envelope: Envelope;
  readonly input: z.infer<typeof leaveRemark>;
  readonly path: string;
}

/** Makes commands of what people without an account send. */
export class GuestRemarks {
  readonly #parts: GuestParts;

  constructor(parts: GuestParts) {
    this.#parts = parts;
  }

  /**
   * The command of a remark. Undefined if the link does not allow a remark at that path. The same words, sent twice, are
   * one remark.
   */
  async leaving(
    site: string,
    secret: string,
    { path, name, quote, words }: GuestRemark,
  ): Promise<LeavingRemark | undefined> {
    const { powers, sharedDraft, rateLimits } = this.#parts;
    const parsed = parseSaid({ name, quote, words });
    if (!parsed.ok) throw new Refusal("INVALID_REQUEST", { issues: parsed.error });
    const found = await sharedDraft.remarkable(site, secret, path);
    if (!found) return undefined;
    const { link, page } = found;
    // Spent before the page is searched for the quote, and for each repetition: all of them take time and leave a trace.
    rateLimits.require("guest-remarks", JSON.stringify([site, link]));
    const place = placeOfQuote(page.body, quote);
    const input = {
      page: page.id,
      ...(place?.section && { section: place.section, pointer: place.pointer ?? undefined }),
      quote,
      name,
      words,
      link,
    };
    const key = await powers.digest(JSON.stringify(input));
    return {
      envelope: {
        site,
        actor: { kind: "visitor", id: `share:${link}` },
        key,
        requestId: powers.newId(),
        mayPublish: false,
      },
      input,
      path: page.body.path,
    };
  }
}
