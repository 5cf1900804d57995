import { LIST_ROWS } from "../../manifests/bounds/api.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { actorName } from "../area/actor.ts";
import type { LetterDelivery } from "./delivery.ts";
import type { LetterKind } from "./letterKinds.ts";
import type { Letter, Letters } from "./letters.ts";
import { type MailMembers, NOTICES } from "./members.ts";
import { choiceOf } from "./pluginEnclosures.ts";
import { type PluginMail, subscriberIn } from "./pluginMail.ts";
import type { Mail } from "./power.ts";
import type { LetterSources } from "./sources.ts";
import type { LetterTextView, LetterView, MailView } from "./views.ts";
import type { WrittenLetter } from "./writing.ts";

export interface MailReadParts {
  readonly mail: Mail | undefined;
  readonly letters: Letters;
  readonly mailMembers: MailMembers;
  readonly letterSources: LetterSources;
  readonly delivery: LetterDelivery;
  readonly pluginMail: PluginMail;
}

export interface MailAsked {
  readonly member: string;
  /** True for a member who may read submissions, and so the letters about them. */
  readonly isReader: boolean;
}

/** A member's own settings for letters, and the last letters of the site for members who may read them. */
export function readMail(
  { mail, letters, mailMembers, letterSources, pluginMail }: MailReadParts,
  site: string,
  { member, isReader }: MailAsked,
): MailView {
  const choices = mailMembers.choices(site, member);
  const title = (letter: Letter): string | null => {
    const { kind, source } = letter;
    if (kind === "plugin") return pluginMail.facts(letter)?.title ?? null;
    return kind === "form" || kind === "confirm"
      ? (letterSources.submission(site, Number(source))?.title ?? null)
      : null;
  };
  return {
    sends: mail !== undefined,
    address: mailMembers.addressOf(site, member) ?? null,
    all: choices.get("") ?? null,
    forms: [...choices].flatMap(([form, wanted]) =>
      form.includes(".") && !form.includes(":") ? [{ form, wanted }] : [],
    ),
    plugins: pluginMail
      .writing(site)
      .map(({ plugin, name }) => ({ plugin, name, wanted: choices.get(choiceOf(plugin)) ?? null })),
    notices: NOTICES.map((notice) => ({ notice, wanted: choices.get(notice) ?? null })),
    letters: (isReader ? letters.last(site, LIST_ROWS) : []).map((one) =>
      viewOf(one, title(one), isReadable(one, mail)),
    ),
  };
}

/** Letters about no form, which have no secret of their receiver. */
const NAMELESS: ReadonlySet<LetterKind> = new Set(["publication", "review", "remark"]);

const viewOf = (
  { id, kind, state, member, createdAt, attempts, failure }: Letter,
  title: string | null,
  isShown: boolean,
): LetterView => ({
  id,
  kind,
  state,
  title,
  isReadable: isShown && (title !== null || NAMELESS.has(kind) || kind === "reader"),
  member: member === "" || subscriberIn(member) !== undefined ? null : actorName({ kind: "member", id: member }),
  at: createdAt,
  attempts,
  failure,
});

/**
 * Members read letters about a form. The secrets of other letters are for their receivers alone. Only where no mail
 * server sends the letters with the link of a visitor or a reader, members can read them and try the link.
 */
const isReadable = ({ kind }: Letter, mail: Mail | undefined): boolean =>
  kind === "form" || kind === "plugin" || NAMELESS.has(kind) || (!mail && (kind === "confirm" || kind === "reader"));

/** The text of a letter that members may read. */
export function readLetter(parts: MailReadParts, site: string, id: string): LetterTextView {
  const letter = parts.letters.find(site, id);
  const written = letter && isReadable(letter, parts.mail) ? writtenNow(parts, letter) : undefined;
  if (!written) throw new Refusal("NOT_FOUND", { kind: "letter", id });
  const { subject, text, replyTo } = written;
  return { id, subject, text, replyTo };
}

/** The letter as it would leave now. Undefined if it cannot be written: the list says so, and the log why. */
function writtenNow({ delivery }: MailReadParts, letter: Letter): WrittenLetter | undefined {
  try {
    return delivery.written(letter);
  } catch {
    return undefined;
  }
}
