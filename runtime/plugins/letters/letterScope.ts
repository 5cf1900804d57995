/** The values that the templates of a plugin's letter see, and the kernel's lines below it. */
import { UNNAMED_ZONE } from "../../documents/content/timeZone.ts";
import { CONFIRMED, leavingAddress } from "../../forms/drawInstead.ts";
import { inLanguage } from "../../documents/inLanguage.ts";
import type { ActivePlugin } from "../../contributions/installed.ts";
import { PLUGIN_WORDS } from "../../mail/pluginWords.ts";
import type { SubmissionFacts, SubscriberFacts } from "../../mail/sources.ts";
import { LETTER_WORDS } from "../../mail/words.ts";
import { headerLine } from "../../mail/power.ts";
import {
  type LetterSite,
  type WrittenLetter,
  pluginLetter,
  pluginSurroundings,
  shownAnswers,
  withValues,
} from "../../mail/writing.ts";
import { EDITOR_PATH } from "../../rendering/editorEntry.ts";
import type { Renderer } from "../../rendering/renderer.ts";
import type { OwnLetter } from "./declaredLetters.ts";

/** Tells whether an owner granted the personal answers of a form to a plugin. */
export function isPersonalGranted({ grant }: ActivePlugin, { type }: Pick<SubmissionFacts, "type">): boolean {
  const personal = grant?.capabilities.forms?.personal ?? [];
  return personal.includes("*") || personal.includes(type);
}

/**
 * The facts of a submission as a letter may tell them. Personal answers are told only where an owner granted them,
 * because a template could put them into a link. A visitor reads no answer, so that nobody uses a form to write to
 * others. The reply address is the kernel's own line, so members always get it: they may read every answer.
 */
export function answersFor({ plugin, letter: { to } }: OwnLetter, facts: SubmissionFacts): SubmissionFacts {
  if (to === "submitter") return { ...facts, answers: [] };
  // The links are the visitor's alone, because a reader of one acts as the visitor.
  const other = { ...facts, links: [], secret: undefined };
  if (isPersonalGranted(plugin, facts)) return other;
  const answers = facts.answers.filter(({ isPersonal }) => !isPersonal);
  return { ...other, answers, replyTo: to === "members" ? facts.replyTo : null };
}

interface Found {
  readonly entry: OwnLetter;
  /** JSON of an object. Empty for none. */
  readonly data: string;
  readonly about: SubmissionFacts | undefined;
  /** The subscriber who gets it, for a letter to subscribers. */
  readonly subscriber: SubscriberFacts | undefined;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** The letter as its receiver reads it. Throws if a template failed, or wrote no subject or too much. */
export function writtenByPlugin(renderer: Renderer, site: LetterSite, found: Found): WrittenLetter {
  const { entry, about } = found;
  const rendered = renderer.letter({ ...entry, scope: scopeOf(site, found), around: pluginSurroundings(site) });
  const replyTo = entry.letter.to === "submitter" ? null : (about?.replyTo ?? null);
  const written = rendered && pluginLetter(site, rendered, replyTo, footOf(site, found));
  if (!written)
    throw new RangeError(
      `the letter ${entry.letter.name} of ${entry.plugin.id} has no subject, or its template failed`,
    );
  return found.subscriber ? { ...written, unsubscribe: leavingOf(site, found.subscriber) } : written;
}

const leavingOf = ({ origin }: LetterSite, { form, secret }: SubscriberFacts): string =>
  `${origin}${leavingAddress(form, secret)}`;

function scopeOf(site: LetterSite, { data: enclosed, about, settings }: Found): Readonly<Record<string, unknown>> {
  const { name, origin, language, timeZone = UNNAMED_ZONE } = site;
  const data = enclosed === "" ? {} : (JSON.parse(enclosed) as object);
  const shown = about && { submission: formOf(site, about), links: linksOf(site, about) };
  return { site: { name, url: origin, language, timeZone }, settings, data, ...shown };
}

/** The addresses of the links, by name. */
function linksOf({ origin }: LetterSite, { form, links, secret }: SubmissionFacts): Record<string, string> {
  if (secret === undefined) return {};
  return Object.fromEntries(
    links.map((name) => [name, `${origin}/api/forms/${form}/links/${name}?${CONFIRMED}=${secret}`]),
  );
}

function formOf(site: LetterSite, { form, title, answers }: SubmissionFacts): object {
  const [shown, isWhole] = shownAnswers(site, answers);
  return {
    id: form,
    title: headerLine(title),
    url: `${site.origin}${EDITOR_PATH}/forms/${form}`,
    answers: shown,
    isWhole,
  };
}

function footOf(
  site: LetterSite,
  { entry: { plugin, letter }, about, subscriber }: Found,
): Parameters<typeof pluginLetter>[3] {
  const words = inLanguage(PLUGIN_WORDS, site.language);
  const values = {
    plugin: headerLine(plugin.plugin.manifest.name),
    site: site.name,
    form: headerLine((about ?? subscriber)?.title ?? ""),
  };
  const after = [
    words.from,
    ...(letter.to === "addresses" ? [words.entered] : letter.to === "submitter" ? [words.sent] : []),
    ...(subscriber ? [words.subscribed] : []),
  ];
  const leave = subscriber ? [{ says: words.leave, href: leavingOf(site, subscriber) }] : [];
  const stop = { says: inLanguage(LETTER_WORDS, site.language).stop, href: `${site.origin}${EDITOR_PATH}/mail` };
  return { links: letter.to === "members" ? [stop] : leave, after: after.map((line) => withValues(line, values)) };
}
