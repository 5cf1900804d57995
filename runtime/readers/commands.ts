import type * as z from "zod/mini";
import { AUDIENCE_MAX_GROUPS, READER_INVITATION_MS } from "../../manifests/bounds/logins.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { actorName } from "../area/actor.ts";
import type { Command, Envelope } from "../area/command.ts";
import { parseWith } from "../commands/parse.ts";
import type { MailEnclosures } from "../mail/enclosures.ts";
import type { Letters } from "../mail/letters.ts";
import type { Mail } from "../mail/power.ts";
import type { Powers } from "../powers/powers.ts";
import type { RateLimits } from "../tenancy/rateLimits.ts";
import type { Sites } from "../tenancy/sites.ts";
import { READER_PATH, READER_SECRET } from "./forms.ts";
import type { ReaderLogins } from "./logins.ts";
import type { Reader, Readers } from "./readers.ts";
import { addReader, type ReaderChanged, removeReader, setReaderGroups } from "./views.ts";

export interface ReaderCommandParts {
  readonly powers: Powers;
  readonly mail: Mail | undefined;
  readonly sites: Sites;
  readonly rateLimits: RateLimits;
  readonly letters: Letters;
  readonly mailEnclosures: MailEnclosures;
  readonly readers: Readers;
  readonly readerLogins: ReaderLogins;
}

/** An address is personal, so its digest is keyed with the caller's own key. */
const keyedDigest =
  ({ powers }: ReaderCommandParts) =>
  ({ key }: Envelope, input: unknown): Promise<string> =>
    powers.sign(key, JSON.stringify(input));

const requireReader = ({ readers }: ReaderCommandParts, site: string, id: string): Reader => {
  const found = readers.find(site, id);
  if (!found) throw new Refusal("NOT_FOUND", { kind: "reader", id });
  return found;
};

/** The groups of a reader with further ones. Throws beyond the bound. */
function joined(known: readonly string[], more: readonly string[]): string[] {
  const all = [...new Set([...known, ...more])];
  if (all.length > AUDIENCE_MAX_GROUPS) throw new Refusal("TOO_LARGE", { kind: "groups", most: AUDIENCE_MAX_GROUPS });
  return all;
}

/** Adds a reader, or gives one who is there already the groups beside theirs. */
export const readerAdd = (parts: ReaderCommandParts): Command<z.infer<typeof addReader>, ReaderChanged> => ({
  parse: parseWith(addReader),
  inputDigest: keyedDigest(parts),
  async prepare({ site, actor }, { address, groups, letter }) {
    const { powers, mail, readers } = parts;
    const secret = `${powers.newId()}${powers.newId()}`.replaceAll("-", "");
    const digest = await powers.digest(secret);
    return () => {
      if (letter && !mail) throw new Refusal("CONFLICT", { conflict: "no_mail_server" });
      const known = readers.at(site, address);
      const id = known?.id ?? powers.newId();
      if (known) readers.setGroups(site, id, joined(known.groups, groups));
      else readers.add(site, { id, address, groups, madeBy: actorName(actor) });
      if (letter) invite(parts, site, known?.address ?? address, { secret, digest });
      return { id };
    };
  },
});

function invite(
  { powers, sites, rateLimits, letters, mailEnclosures, readerLogins }: ReaderCommandParts,
  site: string,
  address: string,
  { secret, digest }: { readonly secret: string; readonly digest: string },
): void {
  rateLimits.require("mail-invite", site);
  readerLogins.addLink(site, digest, { address, path: READER_PATH }, READER_INVITATION_MS);
  const source = powers.newId();
  const link = `${sites.get(site).origin}${READER_PATH}/open?${READER_SECRET}=${secret}`;
  mailEnclosures.add(site, source, { address, link, language: "" });
  letters.add({ site, kind: "readerInvitation", source, member: "" });
}

export const readerGroups = (parts: ReaderCommandParts): Command<z.infer<typeof setReaderGroups>, ReaderChanged> => ({
  parse: parseWith(setReaderGroups),
  prepare:
    async ({ site }, { reader, groups }) =>
    () => {
      parts.readers.setGroups(site, requireReader(parts, site, reader).id, groups);
      return { id: reader };
    },
});

/** Removes a reader with everything that is stored about them. Their devices are signed out at once. */
export const readerRemove = (parts: ReaderCommandParts): Command<z.infer<typeof removeReader>, ReaderChanged> => ({
  parse: parseWith(removeReader),
  prepare:
    async ({ site }, { reader }) =>
    () => {
      const { address } = requireReader(parts, site, reader);
      parts.readers.remove(site, reader);
      parts.readerLogins.endAll(site, reader, address);
      return { id: reader };
    },
});
