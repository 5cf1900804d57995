/** Plans what a translated file does: an edit or a new page for each of its pages, and a list of what no longer fits. */
import { TEXT_MAX_CHARS, TITLE_MAX_CHARS } from "../../../manifests/bounds/documents.ts";
import { validateFields } from "../../../manifests/fields/fields.ts";
import { decodePointer, valueAt } from "../../../manifests/refusals/pointer.ts";
import type { Page } from "../../../runtime/documents/content/content.ts";
import { withoutOwnMembers } from "../../../runtime/documents/content/ownMembers.ts";
import { ENTRY, shownSections } from "../../../runtime/documents/content/entry.ts";
import { eachSection } from "../../../runtime/documents/content/sectionWalk.ts";
import { coded, keepsDirectives, withCodes } from "./codes.ts";
import type { Unit, XliffFile } from "./document.ts";
import type { PagePair } from "./outgoing.ts";
import { type ReadDirectiveText, type UnitText, type Schemas, readDirectiveText, textsOfPage } from "./texts.ts";

/** The reason why a text was left out, or why a member should look at it. */
export const LOSSES = ["page", "place", "source", "unknown", "markup", "refused", "twice"] as const;
export type TextLoss = (typeof LOSSES)[number];

export interface LostText {
  readonly loss: TextLoss;
  readonly page: string;
  /** Words for the place: the name of the field, or the unit's id. */
  readonly place: string;
  /** The translation that the file has. */
  readonly text: string;
}

export interface PlannedTranslation {
  readonly page: string;
  readonly title: string;
  readonly texts: number;
  /** One item of a batch of the API. */
  readonly edit: object;
}

export interface TakingPlan {
  readonly pages: readonly PlannedTranslation[];
  readonly lost: readonly LostText[];
}

/** The parts of the site that planning needs. `pairOf` answers undefined for a page that the site does not have. */
export interface TakingParts {
  readonly language: string;
  /** The schemas that values are checked against, by type, not expanded. */
  readonly types: ReadonlyMap<string, object>;
  readonly schemas: Schemas;
  readonly pairOf: (id: string) => PagePair | undefined;
  /** The address of a new translation. */
  readonly pathOf: (path: string) => string;
}

export function planTaking(planning: TakingParts, files: readonly XliffFile[]): TakingPlan {
  const seen = new Set<string>();
  const all = files.map((file) => {
    const pair = seen.has(file.id) ? undefined : planning.pairOf(file.id);
    const why = seen.has(file.id) ? "twice" : "page";
    seen.add(file.id);
    return pair
      ? planFile(planning, pair, file)
      : { pages: [], lost: targetsOf(file).map((unit) => lostAs(why, file.original, unit)) };
  });
  return { pages: all.flatMap(({ pages }) => pages), lost: all.flatMap(({ lost }) => lost) };
}

const targetsOf = ({ units }: XliffFile): readonly Unit[] => units.filter(({ target }) => (target ?? []).length > 0);

const wordsIn = (pieces: Unit["target"]): string =>
  (pieces ?? []).map((piece) => (typeof piece === "string" ? piece : "…")).join("");

const lostAs = (loss: TextLoss, page: string, { id, name, target }: Unit): LostText => ({
  loss,
  page,
  place: name === "" ? id : name,
  text: wordsIn(target),
});

interface Taken {
  readonly place: UnitText;
  readonly text: string;
}

const byId = (texts: readonly UnitText[]): ReadonlyMap<string, UnitText> =>
  new Map(texts.map((text) => [text.id, text]));

function planFile(planning: TakingParts, pair: PagePair, file: XliffFile): TakingPlan {
  const { schemas } = planning;
  const { translation } = pair;
  const beside = translation?.body ?? pair.body;
  const { title } = beside;
  const sources = byId(textsOfPage(pair.body, schemas));
  const { taken, lost } = textsTaken(file, title, {
    sources,
    places: byId(textsOfPage(beside, schemas)),
    isRead: readDirectiveText(schemas),
  });
  const { body, refused } = applied(planning, beside, taken);
  const unfit = refused.map(({ place, text }): LostText => ({ loss: "refused", page: title, place: place.name, text }));
  const fitting = taken.filter((one) => !refused.includes(one) && one.text !== one.place.text);
  const from = { page: pair.id, version: Math.min(file.version ?? pair.version, pair.version) };
  const edit = translation
    ? editOf(translation, fitting, isDone(file, sources) ? from : undefined)
    : fitting.length > 0 && creationOf(planning, pair, body, from);
  const planned = edit ? [{ page: pair.id, title, texts: fitting.length, edit }] : [];
  return { pages: planned, lost: [...lost, ...unfit] };
}

interface PageTexts {
  readonly sources: ReadonlyMap<string, UnitText>;
  readonly places: ReadonlyMap<string, UnitText>;
  readonly isRead: ReadDirectiveText;
}

/** The texts that fit a place, and those that do not or need a look. */
function textsTaken(
  file: XliffFile,
  page: string,
  { sources, places, isRead }: PageTexts,
): { readonly taken: readonly Taken[]; readonly lost: readonly LostText[] } {
  const taken: Taken[] = [];
  const lost: LostText[] = [];
  const seen = new Set<string>();
  for (const unit of targetsOf(file)) {
    const read = seen.has(unit.id) ? "twice" : textFor(unit, sources.get(unit.id), places.get(unit.id), isRead);
    seen.add(unit.id);
    if (typeof read === "string") lost.push(lostAs(read, page, unit));
    else {
      taken.push(read);
      if (read.isOther) lost.push(lostAs("source", page, unit));
    }
  }
  return { taken, lost };
}

/** A translation with its place, or the reason why it does not fit. */
function textFor(
  unit: Unit,
  source: UnitText | undefined,
  place: UnitText | undefined,
  isRead: ReadDirectiveText,
): (Taken & { readonly isOther: boolean }) | TextLoss {
  if (!place) return source ? "place" : "unknown";
  const { text: before = "", isMarkdown = false } = source ?? {};
  const now = coded(before, isMarkdown, isRead);
  const text = withCodes(unit.target ?? [], now.codes);
  if (text === undefined || (isMarkdown && !keepsDirectives(before, text, isRead))) return "markup";
  return { place, text, isOther: wordsIn(now.pieces) !== wordsIn(unit.source) };
}

/** True if the file has a translation of every text, and the program of the translator calls none of them initial. */
function isDone({ units }: XliffFile, sources: ReadonlyMap<string, UnitText>): boolean {
  const given = new Map(units.map((unit) => [unit.id, unit]));
  return [...sources.keys()].every((id) => {
    const unit = given.get(id);
    return unit !== undefined && (unit.target ?? []).length > 0 && unit.state !== "initial";
  });
}

/** The page with the texts in it. A text that the schema of its section refuses is not. */
function applied(
  planning: TakingParts,
  page: Page,
  taken: readonly Taken[],
): { body: Page; refused: readonly Taken[] } {
  const body = structuredClone(page) as Page & Record<string, unknown>;
  const refused: Taken[] = [];
  const sections = new Map([...eachSection(shownSections(body))].map(({ section }) => [section.id, section]));
  for (const one of taken) {
    const { section, pointer } = one.place;
    const found = section === null ? undefined : sections.get(section);
    if (section !== null && !found) continue;
    const root: object = found ? found.fields : body;
    const schema = found && planning.types.get(found.type);
    const before = put(root, pointer, one.text);
    const isWrong =
      schema !== undefined &&
      validateFields(schema as Record<string, unknown>, root).some((issue) => issue.pointer === pointer);
    if (!isWrong && (section !== null || isMember(pointer, one.text))) continue;
    put(root, pointer, before);
    refused.push(one);
  }
  return { body, refused };
}

const MOST: Readonly<Record<string, number>> = { "/title": TITLE_MAX_CHARS, "/description": TEXT_MAX_CHARS };

/** A page's own members are lines. */
const isMember = (pointer: string, text: string): boolean =>
  text.trim() !== "" && text.length <= (MOST[pointer] ?? 0) && !/\p{Cc}/u.test(text);

/** Puts a text at a pointer whose value is a text now. Answers that one. */
function put(root: object, pointer: string, text: string): string {
  const steps = decodePointer(pointer);
  const parent = valueAt(root, steps.slice(0, -1)) as Record<string, string>;
  const name = steps.at(-1) ?? "";
  const before = parent[name] ?? "";
  parent[name] = text;
  return before;
}

type Made = NonNullable<Page["translatedFrom"]>;

function editOf(
  { id, version, body }: NonNullable<PagePair["translation"]>,
  taken: readonly Taken[],
  from: Made | undefined,
): object | undefined {
  const isStamped =
    from !== undefined && (body.translatedFrom?.page !== from.page || body.translatedFrom.version !== from.version);
  const members = Object.fromEntries(
    taken.flatMap(({ place, text }) => (place.section === null ? [[place.pointer.slice(1), text]] : [])),
  );
  const changes = { ...members, ...(isStamped && { translatedFrom: from }) };
  const sections = Map.groupBy(
    taken.filter(({ place }) => place.section !== null),
    ({ place }) => place.section ?? ENTRY,
  );
  const operations = [
    ...(Object.keys(changes).length > 0 ? [{ op: "page", changes }] : []),
    ...[...sections].map(([section, texts]) => ({
      op: "set",
      section,
      fields: Object.fromEntries(texts.map(({ place, text }) => [place.pointer, text])),
    })),
  ];
  return operations.length === 0 ? undefined : { do: "edit", page: id, expected: version, operations };
}

function creationOf({ language, pathOf }: TakingParts, pair: PagePair, body: Page, from: Made): object {
  return {
    do: "create",
    anyPath: true,
    body: {
      ...withoutOwnMembers(body),
      path: pathOf(body.path),
      language,
      translationOf: pair.body.translationOf ?? pair.id,
      translatedFrom: from,
    },
  };
}
