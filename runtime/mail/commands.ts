import type * as z from "zod/mini";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Command, Envelope } from "../area/command.ts";
import { parseWith } from "../commands/parse.ts";
import type { Powers } from "../powers/powers.ts";
import type { RateLimits } from "../tenancy/rateLimits.ts";
import type { Letters } from "./letters.ts";
import type { MailMembers } from "./members.ts";
import type { Mail } from "./power.ts";
import { chooseLetters, enterAddress, nothingView, proveAddress } from "./views.ts";

export interface MailCommandParts {
  readonly powers: Powers;
  readonly mail: Mail | undefined;
  readonly rateLimits: RateLimits;
  readonly letters: Letters;
  readonly mailMembers: MailMembers;
}

type Nothing = z.infer<typeof nothingView>;

const CODE_CHARS = 8;

/** A member's address is personal, so its digest is keyed with the caller's own key. */
const keyedDigest =
  ({ powers }: MailCommandParts) =>
  ({ key }: Envelope, input: unknown): Promise<string> =>
    powers.sign(key, JSON.stringify(input));

/** Stores a member's address, and sends a code there. */
export const mailAddress = (parts: MailCommandParts): Command<z.infer<typeof enterAddress>, Nothing> => ({
  parse: parseWith(enterAddress),
  inputDigest: keyedDigest(parts),
  prepare:
    async ({ site, actor }, { address }) =>
    () => {
      const { powers, mail, rateLimits, letters, mailMembers } = parts;
      if (!mail) throw new Refusal("CONFLICT", { conflict: "no_mail_server" });
      const member = memberOf(actor);
      rateLimits.require("mail-address", member);
      const code = powers
        .newId()
        .replaceAll(/[^0-9a-f]/g, "")
        .slice(0, CODE_CHARS);
      mailMembers.enter(site, member, address, code);
      letters.add({ site, kind: "address", source: code, member });
      return {};
    },
});

export const mailProve = (parts: MailCommandParts): Command<z.infer<typeof proveAddress>, { proven: boolean }> => ({
  parse: parseWith(proveAddress),
  inputDigest: keyedDigest(parts),
  prepare:
    async ({ site, actor }, { code }) =>
    () => ({ proven: parts.mailMembers.prove(site, memberOf(actor), code) }),
});

export const mailForget = ({ mailMembers }: MailCommandParts): Command<Nothing, Nothing> => ({
  parse: parseWith(nothingView),
  prepare:
    async ({ site, actor }) =>
    () => {
      mailMembers.forget(site, memberOf(actor));
      return {};
    },
});

export const mailChoose = ({ mailMembers }: MailCommandParts): Command<z.infer<typeof chooseLetters>, Nothing> => ({
  parse: parseWith(chooseLetters),
  prepare:
    async ({ site, actor }, { form, wanted }) =>
    () => {
      mailMembers.choose(site, memberOf(actor), form, wanted);
      return {};
    },
});

function memberOf({ kind, id }: Envelope["actor"]): string {
  if (kind !== "member") throw new Refusal("FORBIDDEN");
  return id;
}
