import { SMALL_BODY_MAX_BYTES } from "../../../../manifests/bounds/api.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import type { MailAsked } from "../../../../runtime/mail/reading.ts";
import {
  chooseLetters,
  enterAddress,
  inviteByMail,
  letterId,
  letterTextView,
  mailView,
  nothingView,
  proveAddress,
  provenView,
  shareByMail,
} from "../../../../runtime/mail/views.ts";
import type { LoggedInMember } from "../../../control/logins/logins.ts";
import { word } from "../request/parameter.ts";
import type { Route } from "../request/route.ts";
import { command, readRoute } from "./makers.ts";

const common = { permission: "site.read", versioned: null, params: {}, status: 200 } as const;
const limits = { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "writes" } as const;

/** A member sees the list of letters if they may read the submissions that it tells of. */
export const askedBy = ({ identity, role }: Pick<LoggedInMember, "identity" | "role">): MailAsked => ({
  member: identity,
  isReader: can(role, "forms.read"),
});

/** A member's own letters, and the last letters of the site. */
export const mailRoutes: readonly Route[] = [
  readRoute({
    path: "/api/mail",
    summary:
      "Read your address for letters, your choices, and the last letters of the site without their text. Members who may not read submissions get no list.",
    permission: "site.read",
    params: {},
    query: {},
    output: mailView,
    run: async ({ workspace, member }) => expectValue(await workspace.read("mail", member.site, askedBy(member))),
  }),
  readRoute({
    path: "/api/mail/letters/{letter}",
    summary: "Read the text of a letter about a form. It is written anew from the submission, and gone with it.",
    permission: "forms.read",
    params: { letter: word(letterId, "Id of a letter.") },
    query: {},
    output: letterTextView,
    run: async ({ workspace, member, params }) =>
      expectValue(await workspace.read("mail.letter", member.site, { letter: params.letter })),
  }),
  command({
    ...common,
    method: "PUT",
    path: "/api/mail/address",
    summary: "Enter your address for letters. A code is sent there, and letters follow once you have entered it.",
    command: "mail.address",
    body: enterAddress,
    output: nothingView,
    limits,
  }),
  command({
    ...common,
    method: "DELETE",
    path: "/api/mail/address",
    summary: "Delete your address for letters.",
    command: "mail.forget",
    body: null,
    output: nothingView,
    limits: { ...limits, bodyBytes: 0 },
  }),
  command({
    ...common,
    method: "POST",
    path: "/api/mail/address/proof",
    summary: "Enter the code that was sent to your address. `proven` is false for a wrong or old code.",
    command: "mail.prove",
    body: proveAddress,
    output: provenView,
    limits,
  }),
  command({
    ...common,
    method: "PUT",
    path: "/api/mail/choices",
    summary:
      "Choose whether you get a letter when a visitor sends a form. Without a choice, owners get one. For a form you need the permission to read submissions.",
    command: "mail.choose",
    body: chooseLetters,
    output: nothingView,
    limits,
  }),
  command({
    ...common,
    permission: "members.manage",
    method: "POST",
    path: "/api/mail/invitations",
    summary: "Send an invitation link by mail to the person whom it is for.",
    command: "mail.invite",
    body: inviteByMail,
    output: nothingView,
    limits,
  }),
  command({
    ...common,
    permission: "content.publish",
    method: "POST",
    path: "/api/mail/share-links",
    summary: "Send a share link by mail to the person who may see the draft.",
    command: "mail.share",
    body: shareByMail,
    output: nothingView,
    limits,
  }),
];
