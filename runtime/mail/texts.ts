import { originOfPath, publicPlace } from "../documents/content/languageHosts.ts";
import type { Documents } from "../documents/documents.ts";
import { CONFIRMED } from "../forms/drawInstead.ts";
import { pageOfForm } from "../forms/formId.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { MailEnclosures } from "./enclosures.ts";
import type { LetterKind } from "./letterKinds.ts";
import type { Letter } from "./letters.ts";
import type { MailMembers } from "./members.ts";
import { codeLetter, confirmationLetter, noticeLetter } from "./notices.ts";
import type { PluginMail } from "./pluginMail.ts";
import type { LetterSources, RemarkLetters } from "./sources.ts";
import { headerLine } from "./power.ts";
import { type LetterSite, type WrittenLetter, formLetter } from "./writing.ts";

export interface TextParts {
  readonly sites: Sites;
  readonly documents: Documents;
  readonly mailMembers: MailMembers;
  readonly mailEnclosures: MailEnclosures;
  readonly letterSources: LetterSources;
  readonly pluginMail: PluginMail;
  readonly remarkLetters: RemarkLetters;
}

/** Writes a letter. Undefined if what it is about is gone. */
type Writer = (parts: TextParts, site: LetterSite, letter: Letter) => WrittenLetter | undefined;

/** A letter with a link that was enclosed for it. */
function enclosedNotice(kind: "invitation" | "share" | "reader" | "readerInvitation"): Writer {
  return ({ mailEnclosures }, site, { source }) => {
    const enclosed = mailEnclosures.of(source);
    const language = enclosed?.language || site.language;
    return enclosed && noticeLetter({ ...site, language }, kind, { href: enclosed.link });
  };
}

const WRITERS: Readonly<Record<LetterKind, Writer>> = {
  form({ letterSources, pluginMail }, site, letter) {
    const submission = Number(letter.source);
    const facts = letterSources.submission(letter.site, submission);
    return facts && (pluginMail.formNotice({ site: letter.site, submission }, site) ?? formLetter(site, facts));
  },
  address({ mailMembers }, site, letter) {
    const code = mailMembers.codeOf(letter.site, letter.member);
    return code === letter.source ? codeLetter(site, code) : undefined;
  },
  confirm(parts, site, letter) {
    const facts = parts.letterSources.confirmation(letter.site, Number(letter.source));
    if (!facts) return undefined;
    const { form, title, secret, language } = facts;
    const href = `${originOfForm(parts, letter.site, form)}/api/forms/${form}/confirm?${CONFIRMED}=${secret}`;
    return confirmationLetter({ ...site, language }, { title, href });
  },
  invitation: enclosedNotice("invitation"),
  share: enclosedNotice("share"),
  reader: enclosedNotice("reader"),
  readerInvitation: enclosedNotice("readerInvitation"),
  login: (_, site, { createdAt }) => noticeLetter(site, "login", { at: createdAt, path: "account" }),
  review: (_, site, { source }) => noticeLetter(site, "review", { path: `requests#request-${source}` }),
  remark({ remarkLetters }, site, letter) {
    const remark = remarkLetters(letter.site, letter.source);
    return remark === undefined ? undefined : noticeLetter(site, "remark", { path: `remarks#remark-${remark}` });
  },
  plugin: ({ pluginMail }, site, letter) => pluginMail.written(letter, site),
  publication: (_, site) => noticeLetter(site, "publication", { path: "publish" }),
};

/** The origin at which visitors have the page of a form. The page behind the link has the links of that origin. */
function originOfForm(
  { sites, documents }: Pick<TextParts, "sites" | "documents">,
  site: string,
  form: string,
): string {
  const change = documents.change(site);
  const place = publicPlace(documents.only(site, "settings", change).body, sites.get(site));
  return originOfPath(place, documents.placeOf(site, pageOfForm(form), change)?.path ?? "/");
}

/** The letter in its reader's language. Undefined if what it is about is gone. */
export function letterText(parts: TextParts, letter: Letter): WrittenLetter | undefined {
  const { mailMembers } = parts;
  const site = siteOf(parts, letter.site);
  const language = (letter.member !== "" && mailMembers.languageOf(letter.site, letter.member)) || site.language;
  return WRITERS[letter.kind](parts, { ...site, language }, letter);
}

export function siteOf({ sites, documents }: Pick<TextParts, "sites" | "documents">, site: string): LetterSite {
  const { name, language, timeZone } = documents.only(site, "settings", documents.change(site)).body;
  return { name: headerLine(name), origin: sites.get(site).origin, language, timeZone };
}
