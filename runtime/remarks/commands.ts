import type * as z from "zod/mini";
import {
  GUEST_REMARKS_MAX,
  GUEST_REMARKS_OPEN_MAX,
  REMARK_WORDS_MAX,
  REMARK_WORDS_OF_VIEWER_IN_ONE_MAX,
  REMARK_WORDS_OF_VIEWER_MAX,
  REMARKS_OPEN_MAX,
  REMARKS_OPEN_OF_VIEWER_MAX,
  REMARKS_RESOLVED_BY_VIEWER_MAX,
} from "../../manifests/bounds/publishing.ts";
import { decodePointer, valueAt } from "../../manifests/refusals/pointer.ts";
import { type Issue, Refusal } from "../../manifests/refusals/refusal.ts";
import { actorName } from "../area/actor.ts";
import type { Command, Envelope } from "../area/command.ts";
import { parseWith } from "../commands/parse.ts";
import { can, type Permission, roleNamed } from "../commands/permissions.ts";
import { type MemberLanguages, outsideLanguages } from "../commands/memberLanguages.ts";
import { tagOf } from "../documents/content/languages.ts";
import type { Documents } from "../documents/documents.ts";
import type { Letters } from "../mail/letters.ts";
import type { Powers } from "../powers/powers.ts";
import type { RateLimits } from "../tenancy/rateLimits.ts";
import { placeOfQuote, sectionOfPage } from "./anchors.ts";
import { letterSource } from "./letterSource.ts";
import type { RemarkPlace, RemarkRow, Remarks } from "./remarks.ts";
import { addRemark, answerRemark, leaveRemark, type RemarkChanged, removeRemark, settleRemark } from "./views.ts";

export interface RemarkParts {
  readonly powers: Powers;
  readonly documents: Documents;
  readonly letters: Pick<Letters, "add">;
  readonly rateLimits: Pick<RateLimits, "spend">;
  readonly memberLanguages: Pick<MemberLanguages, "of">;
  readonly remarks: Remarks;
}

/** The reason in the list of letters. Members see the remark in the editor all the same. */
const MENTIONS_OFTEN = "this member mentioned others too often";

type Given = z.infer<typeof addRemark>;

type GivenPlace = Omit<Given, "words" | "mentions">;

const placeOf = ({ page, section, pointer, quote }: GivenPlace): RemarkPlace => ({
  page,
  section: section ?? null,
  pointer: pointer ?? null,
  quote: quote ?? "",
});

/** The place of a remark. A quote without a section means the first value of the page with these words. */
function placeIn({ documents }: RemarkParts, site: string, given: GivenPlace): RemarkPlace {
  const { page, section, quote = "" } = given;
  const body = section === undefined && quote !== "" ? documents.get(site, "page", page)?.body : undefined;
  return { ...placeOf(given), ...(body && placeOfQuote(body, quote)) };
}

/** Makes a remark about a page of the draft, or about a section or a value in it. */
export const remarkAdd = (parts: RemarkParts): Command<Given, RemarkChanged> => ({
  parse: parseWith(addRemark),
  prepare:
    async ({ site, actor, role }, { words, mentions = [], ...given }) =>
    () => {
      requireInLanguages(parts, { site, actor }, given.page);
      requireViewersRoom(parts, site, { actor, role });
      const id = addAt(parts, site, placeIn(parts, site, given), null);
      speak(parts, { site, id }, { actor, role, words, mentions });
      return changedOf(parts, site, id);
    },
});

function addAt(parts: RemarkParts, site: string, place: RemarkPlace, link: string | null): string {
  const { remarks, powers } = parts;
  const issues = faultsOf(parts, site, place);
  if (issues.length > 0) throw new Refusal("INVALID_REQUEST", { issues });
  if (remarks.countOpen(site) >= REMARKS_OPEN_MAX) throw full(REMARKS_OPEN_MAX);
  const id = powers.newId();
  remarks.add({ site, id, ...place, link });
  return id;
}

/** Members who are limited to languages work on the pages of these. A deleted page has none. */
function requireInLanguages(
  { memberLanguages, documents }: RemarkParts,
  { site, actor }: Pick<Envelope, "site" | "actor">,
  page: string,
): void {
  const languages = memberLanguages.of(site, actor);
  const body = languages && documents.get(site, "page", page)?.body;
  if (body && !languages.includes(tagOf(body, documents.only(site, "settings").body)))
    throw outsideLanguages(languages, `page:${page}`);
}

/** Lists what of a place the draft does not have. */
function faultsOf({ documents }: RemarkParts, site: string, { page, section: id, pointer }: RemarkPlace): Issue[] {
  const found = documents.get(site, "page", page);
  if (!found) return [{ pointer: "/page", found: page, allowed: "the id of a page of the draft" }];
  if (id === null)
    return pointer === null ? [] : [{ pointer: "/pointer", found: "a pointer without section", allowed: "both" }];
  const section = sectionOfPage(found.body, id);
  if (!section) return [{ pointer: "/section", found: id, allowed: "the id of a section of the page" }];
  if (pointer === null || valueAt(section.fields, decodePointer(pointer)) !== undefined) return [];
  return [{ pointer: "/pointer", found: pointer, allowed: "a pointer to a value of the section" }];
}

type Speaker = Pick<Envelope, "actor" | "role">;

interface Spoken extends Speaker {
  readonly words: string;
  readonly mentions: readonly string[];
}

/** Adds what a member says, and a letter to each member whom it mentions. */
function speak(
  parts: RemarkParts,
  remark: Pick<RemarkRow, "site" | "id">,
  { words, mentions, ...speaker }: Spoken,
): void {
  const { powers, remarks, letters, rateLimits } = parts;
  const { site, id } = remark;
  const by = actorName(speaker.actor);
  requireViewersWords(parts, remark, speaker);
  if (remarks.countWords(site, id) >= REMARK_WORDS_MAX) throw full(REMARK_WORDS_MAX);
  const others = [...new Set(mentions)].filter((member) => `member:${member}` !== by);
  const number = remarks.say(remark, { by, name: null, at: powers.now(), words, mentions: others });
  if (others.length === 0) return;
  const { allowed } = rateLimits.spend("mail-remark", JSON.stringify([site, by]));
  for (const member of others)
    letters.add({ site, kind: "remark", source: letterSource(id, number), member }, allowed ? null : MENTIONS_OFTEN);
}

/** A member who may not write pages has a part of the room for remarks, so that the rest is left for others. */
const isViewer = ({ role }: Speaker): boolean => {
  const known = roleNamed(role);
  return known !== undefined && !can(known, "content.edit");
};

function requireViewersRoom({ remarks }: RemarkParts, site: string, speaker: Speaker): void {
  if (isViewer(speaker)) requireBelow(remarks.countOpenBy(site, actorName(speaker.actor)), REMARKS_OPEN_OF_VIEWER_MAX);
}

/** The oldest resolved remarks are removed. So a viewer who makes and resolves remarks would displace those of others. */
function requireViewersResolved({ remarks }: RemarkParts, site: string, speaker: Speaker): void {
  if (isViewer(speaker))
    requireBelow(remarks.countResolvedBy(site, actorName(speaker.actor)), REMARKS_RESOLVED_BY_VIEWER_MAX);
}

function requireViewersWords(
  { remarks }: RemarkParts,
  { site, id }: Pick<RemarkRow, "site" | "id">,
  speaker: Speaker,
): void {
  if (!isViewer(speaker)) return;
  const { all, inOne } = remarks.countWordsBy(site, actorName(speaker.actor), id);
  requireBelow(all, REMARK_WORDS_OF_VIEWER_MAX);
  requireBelow(inOne, REMARK_WORDS_OF_VIEWER_IN_ONE_MAX);
}

function requireBelow(count: number, most: number): void {
  if (count >= most) throw full(most);
}

/** Says more about a remark. */
export const remarkAnswer = (parts: RemarkParts): Command<z.infer<typeof answerRemark>, RemarkChanged> => ({
  parse: parseWith(answerRemark),
  prepare:
    async ({ site, actor, role }, { remark: id, words, mentions = [] }) =>
    () => {
      requireInLanguages(parts, { site, actor }, requireRemark(parts, site, id).page);
      speak(parts, { site, id }, { actor, role, words, mentions });
      return changedOf(parts, site, id);
    },
});

/** Resolves a remark, or opens it again. Members who write pages may, and the member who made it. */
export const remarkSettle = (parts: RemarkParts): Command<z.infer<typeof settleRemark>, RemarkChanged> => ({
  parse: parseWith(settleRemark),
  prepare:
    async ({ site, actor, role }, { remark: id, resolved }) =>
    () => {
      const { remarks, powers } = parts;
      const row = requireRemark(parts, site, id);
      requireInLanguages(parts, { site, actor }, row.page);
      const isMaker = remarks.words(site, id)[0]?.by === actorName(actor);
      requireOwnOr("content.edit", role, isMaker, "Another person made this remark.");
      if (!resolved && row.resolvedAt !== null) {
        requireViewersRoom(parts, site, { actor, role });
        requireBelow(remarks.countOpen(site), REMARKS_OPEN_MAX);
      }
      if (resolved && row.resolvedAt === null) requireViewersResolved(parts, site, { actor, role });
      if ((row.resolvedAt !== null) !== resolved)
        remarks.settle(row, resolved ? { by: actorName(actor), at: powers.now() } : null);
      return changedOf(parts, site, id);
    },
});

/** Removes a remark: the member who made it while nobody else has answered, or a member who may publish. */
export const remarkRemove = (parts: RemarkParts): Command<z.infer<typeof removeRemark>, RemarkChanged> => ({
  parse: parseWith(removeRemark),
  prepare:
    async ({ site, actor, role }, { remark: id }) =>
    () => {
      requireInLanguages(parts, { site, actor }, requireRemark(parts, site, id).page);
      const removed = changedOf(parts, site, id);
      const isOwn = parts.remarks.words(site, id).every(({ by }) => by === actorName(actor));
      requireOwnOr("content.publish", role, isOwn, "Other people said something here.");
      parts.remarks.remove(site, id);
      return removed;
    },
});

function requireOwnOr(needed: Permission, role: string | undefined, isOwn: boolean, reason: string): void {
  const known = roleNamed(role);
  if (!isOwn && !(known && can(known, needed))) throw new Refusal("FORBIDDEN", { reason });
}

/** Makes a remark of a guest, whose link a caller has checked. No member can send it. */
export const remarkLeave = (parts: RemarkParts): Command<z.infer<typeof leaveRemark>, RemarkChanged> => ({
  parse: parseWith(leaveRemark),
  prepare:
    async ({ site, actor }, { words, name, link, ...given }) =>
    () => {
      const { remarks, powers } = parts;
      if (actor.kind !== "visitor") throw new Refusal("FORBIDDEN", { permission: "guest" });
      if (remarks.countOpenOfLink(site, link) >= GUEST_REMARKS_MAX) throw full(GUEST_REMARKS_MAX);
      if (remarks.countOpenOfGuests(site) >= GUEST_REMARKS_OPEN_MAX) throw full(GUEST_REMARKS_OPEN_MAX);
      const id = addAt(parts, site, placeOf(given), link);
      remarks.say({ site, id }, { by: actorName(actor), name, at: powers.now(), words, mentions: [] });
      return changedOf(parts, site, id);
    },
});

const full = (allowed: number): Refusal =>
  new Refusal("CONFLICT", {
    conflict: "remarks_full",
    reason: "There are as many remarks here as there may be.",
    allowed,
  });

export function requireRemark({ remarks }: Pick<RemarkParts, "remarks">, site: string, id: string): RemarkRow {
  const found = remarks.find(site, id);
  if (!found) throw new Refusal("NOT_FOUND", { kind: "remark", id });
  return found;
}

function changedOf(parts: RemarkParts, site: string, id: string): RemarkChanged {
  const { page, resolvedAt } = requireRemark(parts, site, id);
  return { remark: id, page, state: resolvedAt === null ? "open" : "resolved" };
}
