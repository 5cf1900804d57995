import type * as z from "zod/mini";
import { MAIL_BACKOFF_MAX_MS } from "../../manifests/bounds/forms.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import type { Command, Envelope } from "../area/command.ts";
import { parseWith } from "../commands/parse.ts";
import { can, roleNamed } from "../commands/permissions.ts";
import type { Powers } from "../powers/powers.ts";
import { JOIN_PATH } from "../rendering/editorEntry.ts";
import type { RateLimits } from "../tenancy/rateLimits.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { MailEnclosures } from "./enclosures.ts";
import type { Letters } from "./letters.ts";
import { type MailMembers, NOTICES } from "./members.ts";
import { choiceOf } from "./pluginEnclosures.ts";
import type { Mail } from "./power.ts";
import type { ShareLetters } from "./sources.ts";
import {
  chooseLetters,
  enterAddress,
  inviteByMail,
  noteLogin,
  nothingView,
  proveAddress,
  shareByMail,
} from "./views.ts";

export interface MailCommandParts {
  readonly powers: Powers;
  readonly mail: Mail | undefined;
  readonly rateLimits: RateLimits;
  readonly sites: Sites;
  readonly letters: Letters;
  readonly mailEnclosures: MailEnclosures;
  readonly mailMembers: MailMembers;
  readonly shareLetters: ShareLetters;
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
    async ({ site, actor }, { address, language }) =>
    () => {
      const { powers, mail, rateLimits, letters, mailMembers } = parts;
      if (!mail) throw new Refusal("CONFLICT", { conflict: "no_mail_server" });
      const member = memberOf(actor);
      rateLimits.require("mail-address", member);
      const code = powers
        .newId()
        .replaceAll(/[^0-9a-f]/g, "")
        .slice(0, CODE_CHARS);
      mailMembers.enter(site, member, address, code, language);
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

const isForm = (name: string | null): boolean =>
  name !== null && !name.startsWith(choiceOf("")) && !NOTICES.some((notice) => notice === name);

/** Only a member who may read submissions chooses for a form. */
export const mailChoose = ({ mailMembers }: MailCommandParts): Command<z.infer<typeof chooseLetters>, Nothing> => ({
  parse: parseWith(chooseLetters),
  prepare:
    async ({ site, actor, role }, { form, wanted }) =>
    () => {
      if (isForm(form) && !can(roleNamed(role) ?? "viewer", "forms.read")) throw new Refusal("FORBIDDEN");
      mailMembers.choose(site, memberOf(actor), form, wanted);
      return {};
    },
});

/** Waiting letters are tried again at the latest after this time, so there may be room then. */
const FULL = { limit: "mail-invite", allowed: false, remaining: 0, waitSeconds: MAIL_BACKOFF_MAX_MS / 1000 } as const;

/**
 * The links that a letter may have: where each begins at its site, and its secret. No other page will do: a redirect or a
 * plugin's route could lead on to another site.
 */
const LINKS = {
  invitation: {
    input: inviteByMail,
    what: "an invitation link",
    begins: () => `${JOIN_PATH}#`,
    secret: /^[A-Za-z0-9_-]{43}$/,
  },
  share: {
    input: shareByMail,
    what: "a link that shows the draft",
    begins: ({ shareLetters }: MailCommandParts) => shareLetters.path,
    secret: /^[A-Za-z0-9-]{1,64}$/,
  },
} as const;

function requireOwnLink(parts: MailCommandParts, kind: keyof typeof LINKS, origin: string, link: string): void {
  const { what, begins, secret } = LINKS[kind];
  const start = `${origin}${begins(parts)}`;
  if (link.startsWith(start) && secret.test(link.slice(start.length))) return;
  throw new Refusal("INVALID_REQUEST", {
    issues: [{ pointer: "/link", found: "another text", allowed: `${what} that begins with ${start}` }],
  });
}

/** Sends a link to a person without an account. */
const sendsLink =
  (kind: keyof typeof LINKS) =>
  (parts: MailCommandParts): Command<z.infer<typeof inviteByMail>, Nothing> => ({
    parse: parseWith(LINKS[kind].input),
    inputDigest: keyedDigest(parts),
    prepare:
      async ({ site }, { address, link, language }) =>
      () => {
        const { powers, mail, sites, rateLimits, letters, mailEnclosures } = parts;
        if (!mail) throw new Refusal("CONFLICT", { conflict: "no_mail_server" });
        requireOwnLink(parts, kind, sites.get(site).origin, link);
        if (!letters.hasRoom({ site, kind })) throw new Refusal("RATE_LIMITED", FULL);
        rateLimits.require("mail-invite", site);
        const source = powers.newId();
        mailEnclosures.add(site, source, { address, link, language: language ?? "" });
        letters.add({ site, kind, source, member: "" });
        return {};
      },
  });

export const mailInvite = sendsLink("invitation");
export const mailShare = sendsLink("share");

/** Tells a member of a login with a browser that never logged them in before. Only the platform may say so. */
export const mailLogin = ({
  rateLimits,
  letters,
  mailMembers,
}: MailCommandParts): Command<z.infer<typeof noteLogin>, Nothing> => ({
  parse: parseWith(noteLogin),
  prepare:
    async ({ site, actor }, { login, member }) =>
    () => {
      if (actor.kind !== "system") throw new Refusal("FORBIDDEN");
      const isReachable = mailMembers.addressOf(site, member)?.isProven === true;
      if (isReachable && rateLimits.spend("mail-address", `login:${member}`).allowed)
        letters.add({ site, kind: "login", source: login, member });
      return {};
    },
});

function memberOf({ kind, id }: Envelope["actor"]): string {
  if (kind !== "member") throw new Refusal("FORBIDDEN");
  return id;
}
