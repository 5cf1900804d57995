/**
 * Parses an action's answer, and refuses changes that the action may not propose. The answer comes from another
 * isolate, and only its JSON text is known to be harmless. The answer cannot choose the document or version.
 */
import { parseStrictJson } from "../../manifests/json/strictJson.ts";
import { quote } from "../../manifests/refusals/pointer.ts";
import { issuesFromZod } from "../../manifests/refusals/issues.ts";
import { type Issue, Refusal } from "../../manifests/refusals/refusal.ts";
import type { SectionTarget } from "../../manifests/manifest/action.ts";
import type { Page } from "../documents/content/content.ts";
import type { PageOperation, FieldValues } from "../editing/operations/pageOperation.ts";
import { sameJson } from "../editing/operations/sameJson.ts";
import { findSection } from "../editing/operations/sectionTree.ts";
import { type ActionAnswer, actionAnswerShape } from "../plugins/calls/answers.ts";
import { type TypeOf, isForType, mayPropose } from "./snapshot.ts";

export const unfit = (plugin: string, issues: readonly Issue[]): Refusal =>
  new Refusal("PROPOSAL_REFUSED", { plugin, issues });

const jsonOf = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
};

export function readAnswer(plugin: string, value: unknown, version: number): ActionAnswer {
  const parsed = parseStrictJson(jsonOf(value));
  if (!parsed.ok) throw unfit(plugin, [parsed.error.issue]);
  const shaped = actionAnswerShape.safeParse(parsed.value);
  if (!shaped.success) throw unfit(plugin, issuesFromZod(shaped.error, parsed.value));
  if (shaped.data.version !== version)
    throw unfit(plugin, [
      { pointer: "/version", found: String(shaped.data.version), allowed: `${version}, which the action was given` },
    ]);
  return shaped.data;
}

/** The limits of a proposal for a page, and the page that the plugin got. */
export interface PageBounds {
  readonly plugin: string;
  readonly page: Page;
  readonly typeOf: TypeOf;
  /** Names of the page's members that may be proposed. */
  readonly members: readonly string[];
  readonly sections: SectionTarget | undefined;
  /** The one section that may change. Undefined for every section of the page. */
  readonly only: string | undefined;
}

const outside = (pointer: string, found: string, allowed: string): Issue => ({ pointer, found, allowed });

type Answered = NonNullable<ActionAnswer["operations"]>[number];

function issuesOf(bounds: PageBounds, operation: Answered, at: string): Issue[] {
  const { page, typeOf, members, sections, only } = bounds;
  if (operation.op === "page")
    return Object.keys(operation.changes)
      .filter((name) => !members.includes(name))
      .map((name) => outside(`${at}/changes`, quote(name), members.join(", ") || "no change of the page itself"));
  const section = findSection(page.sections, operation.section);
  const type = section && typeOf(section.type);
  const isMeant = type && sections && isForType(sections, section.type) && (only === undefined || only === section.id);
  if (!isMeant) return [outside(`${at}/section`, quote(operation.section), "a section that the action was given")];
  return Object.keys(operation.fields)
    .filter((name) => !mayPropose(sections, type, name))
    .map((name) => outside(`${at}/fields`, quote(name), "the fields that the action may propose"));
}

const differing = (now: FieldValues, wanted: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(wanted).filter(([name, value]) => !sameJson(valueOf(now, name), value ?? null)));

const valueOf = (values: FieldValues, name: string): unknown =>
  Object.hasOwn(values, name) ? (values[name] ?? null) : null;

const wasOf = (now: FieldValues, wanted: FieldValues): FieldValues =>
  Object.fromEntries(Object.keys(wanted).map((name) => [name, valueOf(now, name)]));

const isEmpty = (values: FieldValues): boolean => Object.keys(values).length === 0;

/**
 * Converts an answer into the operations that a member sends: one for each section and one for the page. They contain
 * only changed values, each with the value before.
 */
export function pageOperations(bounds: PageBounds, { operations = [], picture }: ActionAnswer): PageOperation[] {
  const stray = picture === undefined ? [] : [outside("/picture", "a picture", "operations on the page")];
  const issues = operations.flatMap((operation, index) => issuesOf(bounds, operation, `/operations/${index}`));
  if (issues.length + stray.length > 0) throw unfit(bounds.plugin, [...issues, ...stray]);
  const sets = Map.groupBy(
    operations.filter((operation) => operation.op === "set"),
    ({ section }) => section,
  );
  const ofSections = [...sets].flatMap(([section, all]): PageOperation[] => {
    const now = findSection(bounds.page.sections, section)?.fields ?? {};
    const fields = differing(now, Object.assign({}, ...all.map((one) => one.fields)) as FieldValues);
    return isEmpty(fields) ? [] : [{ op: "set", section, fields, was: wasOf(now, fields) }];
  });
  const now = bounds.page as unknown as FieldValues;
  const members = operations.flatMap((operation) => (operation.op === "page" ? [operation.changes] : []));
  const changes = differing(now, Object.assign({}, ...members) as FieldValues);
  return isEmpty(changes) ? ofSections : [...ofSections, { op: "page", changes, was: wasOf(now, changes) }];
}

/** The proposal for a picture, with only the changed members and their values before. */
export function pictureChanges(
  plugin: string,
  file: FieldValues,
  proposes: readonly string[],
  { operations = [], picture = {} }: ActionAnswer,
): { readonly changes: FieldValues; readonly was: FieldValues } {
  const issues = [
    ...(operations.length > 0 ? [outside("/operations", "operations", "picture")] : []),
    ...Object.keys(picture)
      .filter((name) => !proposes.includes(name))
      .map((name) => outside("/picture", quote(name), proposes.join(", ") || "nothing")),
  ];
  if (issues.length > 0) throw unfit(plugin, issues);
  const changes = differing(file, picture);
  return { changes, was: wasOf(file, changes) };
}
