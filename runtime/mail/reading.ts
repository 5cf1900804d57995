import { LIST_ROWS } from "../../manifests/bounds/api.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { actorName } from "../area/actor.ts";
import type { LetterDelivery } from "./delivery.ts";
import type { Letter, Letters } from "./letters.ts";
import type { MailMembers } from "./members.ts";
import type { Mail } from "./power.ts";
import type { LetterSources } from "./sources.ts";
import type { LetterTextView, LetterView, MailView } from "./views.ts";

export interface MailReadParts {
  readonly mail: Mail | undefined;
  readonly letters: Letters;
  readonly mailMembers: MailMembers;
  readonly letterSources: LetterSources;
  readonly delivery: LetterDelivery;
}

/** A member's own settings for letters, and the last letters of the site. */
export function readMail(
  { mail, letters, mailMembers, letterSources }: MailReadParts,
  site: string,
  member: string,
): MailView {
  const choices = mailMembers.choices(site, member);
  const title = ({ kind, source }: Letter): string | null =>
    kind === "form" ? (letterSources.submission(site, Number(source))?.title ?? null) : null;
  return {
    sends: mail !== undefined,
    address: mailMembers.addressOf(site, member) ?? null,
    all: choices.get("") ?? null,
    forms: [...choices].flatMap(([form, wanted]) => (form === "" ? [] : [{ form, wanted }])),
    letters: letters.last(site, LIST_ROWS).map((one) => viewOf(one, title(one))),
  };
}

const viewOf = (
  { id, kind, state, member, createdAt, attempts, failure }: Letter,
  title: string | null,
): LetterView => ({
  id,
  kind,
  state,
  title,
  member: member === "" ? null : actorName({ kind: "member", id: member }),
  at: createdAt,
  attempts,
  failure,
});

/** The text of a letter about a form. A code is nobody's to read but the receiver's, in their mail. */
export function readLetter({ letters, delivery }: MailReadParts, site: string, id: string): LetterTextView {
  const letter = letters.find(site, id);
  const written = letter?.kind === "form" ? delivery.written(letter) : undefined;
  if (!written) throw new Refusal("NOT_FOUND", { kind: "letter", id });
  const { subject, text, replyTo } = written;
  return { id, subject, text, replyTo };
}
