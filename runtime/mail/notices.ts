import { writtenMoment } from "../documents/content/dates.ts";
import { UNNAMED_ZONE } from "../documents/content/timeZone.ts";
import { inLanguage } from "../documents/inLanguage.ts";
import { EDITOR_PATH } from "../rendering/editorEntry.ts";
import { MEMBER_WORDS, type MemberWords } from "./memberWords.ts";
import { READER_LETTERS, type ReaderLetterWords, VISITOR_WORDS } from "./visitorWords.ts";
import { LETTER_WORDS } from "./words.ts";
import { headerLine } from "./power.ts";
import { type LetterSite, type WrittenLetter, withValues, writtenLetter } from "./writing.ts";

/** The letter with the code of a member's address. */
export function codeLetter(site: LetterSite, code: string): WrittenLetter {
  const words = inLanguage(LETTER_WORDS, site.language);
  const values = { code, site: site.name };
  return writtenLetter(site, withValues(words.codeSubject, values), null, {
    intro: withValues(words.codeIntro, values),
    answers: [],
    notes: [code],
    links: [{ says: "", href: `${site.origin}${EDITOR_PATH}/mail` }],
    after: [words.codeIgnore],
  });
}

/** The letter that asks a visitor to confirm an address. It has no word that the visitor wrote, so it carries no advertising. */
export function confirmationLetter(
  site: LetterSite,
  { title, href }: { readonly title: string; readonly href: string },
): WrittenLetter {
  const words = inLanguage(VISITOR_WORDS, site.language);
  const values = { form: headerLine(title), site: site.name };
  return writtenLetter(site, withValues(words.subject, values), null, {
    intro: withValues(words.intro, values),
    answers: [],
    notes: [],
    links: [{ says: words.open, href }],
    after: [words.ignore],
  });
}

/** `at` is a moment in milliseconds since the epoch. The link is a whole address, or the name of a page of the editor. */
type Notice = { readonly at?: number } & ({ readonly href: string } | { readonly path: string });

/** A letter of one sentence and one link. A moment stands in a line of its own, in the zone of the site. */
export function noticeLetter(
  site: LetterSite,
  kind: keyof MemberWords | keyof ReaderLetterWords,
  notice: Notice,
): WrittenLetter {
  const words = { ...inLanguage(MEMBER_WORDS, site.language), ...inLanguage(READER_LETTERS, site.language) };
  const { subject, intro, open, note } = words[kind];
  const values = { site: site.name };
  const { language, timeZone = UNNAMED_ZONE } = site;
  const when = notice.at === undefined ? [] : [writtenMoment(notice.at, language, timeZone, "namedZone")];
  const href = "href" in notice ? notice.href : `${site.origin}${EDITOR_PATH}/${notice.path}`;
  const stop = { says: inLanguage(LETTER_WORDS, site.language).stop, href: `${site.origin}${EDITOR_PATH}/mail` };
  return writtenLetter(site, withValues(subject, values), null, {
    intro: withValues(intro, values),
    answers: [],
    notes: when,
    links: [{ says: open, href }, ...(note === undefined ? [stop] : [])],
    after: note === undefined ? [] : [note],
  });
}
