/**
 * The changes of one page that the site does not have yet. Pure: each function gives the next queue. What a member
 * typed leaves it only when the site has it, or when the member says so.
 */
import type { Issue } from "../../../../manifests/refusals/refusal.ts";
import type { Page } from "../../../../runtime/documents/content.ts";
import type { PageOperation, SetFields, FieldValues } from "../../../../runtime/editing/operations/pageOperation.ts";
import { applied } from "./apply.ts";
import { joinedSets, withOperation } from "./coalesce.ts";
import type { Clash } from "./rebase.ts";
import { rebase } from "./rebase.ts";

/** The page as the site had it last. */
export interface Base {
  readonly version: number;
  readonly body: Page;
}

/** One request: repeated as it is until it is answered. */
export interface SentEdits {
  readonly key: string;
  readonly version: number;
  readonly operations: readonly PageOperation[];
}

/** Fields that the site cannot take as they are, such as a required text while it is empty. */
export interface UnfinishedFields {
  readonly operation: SetFields;
  /** Pointers in the section's fields. */
  readonly issues: readonly Issue[];
}

export interface EditQueue {
  readonly base: Base;
  readonly sent: SentEdits | null;
  readonly waiting: readonly PageOperation[];
  readonly unfinished: readonly UnfinishedFields[];
  readonly clashes: readonly Clash[];
}

/** Judges fields as the site will; no issues if it can take them. */
export type Judge = (type: string, fields: FieldValues) => readonly Issue[];

export const emptyQueue = (base: Base): EditQueue => ({ base, sent: null, waiting: [], unfinished: [], clashes: [] });

/** Everything the member did that the site has not answered yet. */
export const pending = ({ sent, waiting, unfinished }: EditQueue): readonly PageOperation[] => [
  ...(sent?.operations ?? []),
  ...waiting,
  ...unfinished.map(({ operation }) => operation),
];

export const isSettled = (queue: EditQueue): boolean => pending(queue).length === 0 && queue.clashes.length === 0;

const presents = new WeakMap<EditQueue, Page>();

/** The page as the member sees it. */
export function present(queue: EditQueue): Page {
  const known = presents.get(queue) ?? applied(queue.base.body, pending(queue));
  presents.set(queue, known);
  return known;
}

/** A change of fields takes up what was unfinished in its section: both are judged again. */
function editedOnce(queue: EditQueue, operation: PageOperation): EditQueue {
  const before = operation.op === "set" ? unfinishedFields(queue, operation.section) : undefined;
  const whole = before && operation.op === "set" ? joinedSets(before.operation, operation) : operation;
  return {
    ...queue,
    unfinished: queue.unfinished.filter((one) => one !== before),
    waiting: withOperation(queue.waiting, whole),
  };
}

/** Values that an operation writes, of a section or of the page itself; undefined for every other operation. */
const writtenBy = (operation: PageOperation): (Pick<Clash, "section"> & { values: FieldValues }) | undefined =>
  operation.op === "set"
    ? { section: operation.section, values: operation.fields }
    : operation.op === "page"
      ? { section: null, values: operation.changes }
      : undefined;

function without(operation: PageOperation, names: ReadonlySet<string>): PageOperation {
  const rest = (values: FieldValues = {}): FieldValues =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
  if (operation.op === "set") return { ...operation, fields: rest(operation.fields), was: rest(operation.was) };
  return operation.op === "page"
    ? { ...operation, changes: rest(operation.changes), was: rest(operation.was) }
    : operation;
}

/** A member who goes on writing a text that others changed, too, goes on with their own side of the question. */
function writtenOn(queue: EditQueue, operation: PageOperation): EditQueue {
  const written = writtenBy(operation);
  const asked = queue.clashes.filter(({ section, field }) => section === written?.section && field in written.values);
  if (!written || asked.length === 0) return editedOnce(queue, operation);
  const clashes = queue.clashes.map((clash) =>
    asked.includes(clash) ? { ...clash, mine: written.values[clash.field] } : clash,
  );
  return editedOnce({ ...queue, clashes }, without(operation, new Set(asked.map(({ field }) => field))));
}

export const edited = (queue: EditQueue, operations: readonly PageOperation[]): EditQueue =>
  operations.reduce(writtenOn, queue);

export const unfinishedFields = ({ unfinished }: EditQueue, section: string): UnfinishedFields | undefined =>
  unfinished.find(({ operation }) => operation.section === section);

/** Lays aside what the site would refuse, so that the rest can be saved. */
export function sorted(queue: EditQueue, judge: Judge): EditQueue {
  const body = present(queue);
  const types = new Map<string, { type: string; fields: FieldValues }>(allSections(body));
  const judged = queue.waiting.map((operation): PageOperation | UnfinishedFields => {
    if (operation.op !== "set") return operation;
    const section = types.get(operation.section);
    const issues = section ? judge(section.type, section.fields) : [];
    const ofOperation = issues.filter(({ pointer }) => fieldOf(pointer) in operation.fields);
    return ofOperation.length === 0 ? operation : { operation, issues: ofOperation };
  });
  return {
    ...queue,
    waiting: judged.filter((one): one is PageOperation => "op" in one),
    unfinished: [...queue.unfinished, ...judged.filter((one): one is UnfinishedFields => "issues" in one)],
  };
}

const fieldOf = (pointer: string): string => pointer.split("/")[1] ?? "";

function* allSections({
  sections,
}: Pick<Page, "sections">): Generator<[string, { type: string; fields: FieldValues }]> {
  for (const { id, type, fields, children = {} } of sections) {
    yield [id, { type, fields }];
    for (const nested of Object.values(children)) yield* allSections({ sections: nested });
  }
}

/** Takes all that waits into one request. */
export const taken = (queue: EditQueue, key: string): EditQueue =>
  queue.sent || queue.waiting.length === 0
    ? queue
    : { ...queue, sent: { key, version: queue.base.version, operations: queue.waiting }, waiting: [] };

/** The site did what was sent, and nothing else has happened to the page. */
export const afterAnswer = (queue: EditQueue, version: number): EditQueue => ({
  ...queue,
  base: { version, body: applied(queue.base.body, queue.sent?.operations ?? []) },
  sent: null,
});

/** Takes back what was sent: it will be sent again in another form. */
const recalled = (queue: EditQueue): EditQueue => ({
  ...queue,
  sent: null,
  waiting: [...(queue.sent?.operations ?? []), ...queue.waiting],
});

export interface Merged {
  readonly queue: EditQueue;
  /** Operations of the member that could not be done any more. */
  readonly lost: readonly PageOperation[];
}

/** The page is another one by now: the member's changes are put onto it. */
export function merged(queue: EditQueue, base: Base): Merged {
  const { waiting, unfinished, clashes } = recalled(queue);
  const [kept, held] = [
    rebase(queue.base.body, base.body, waiting),
    rebase(
      queue.base.body,
      base.body,
      unfinished.map(({ operation }) => operation),
    ),
  ];
  const met = [...kept.clashes, ...held.clashes];
  return {
    queue: {
      base,
      sent: null,
      waiting: kept.operations,
      unfinished: held.operations.flatMap((operation) =>
        operation.op === "set"
          ? [{ operation, issues: unfinished.find((one) => one.operation.section === operation.section)?.issues ?? [] }]
          : [],
      ),
      clashes: [...clashes.filter((old) => !met.some((clash) => isSameField(old, clash))), ...met],
    },
    lost: [...kept.lost, ...held.lost],
  };
}

const isSameField = (one: Pick<Clash, "section" | "field">, other: Pick<Clash, "section" | "field">): boolean =>
  one.section === other.section && one.field === other.field;

/** The member chose one of two texts. */
export function resolved(queue: EditQueue, clash: Clash, choice: "mine" | "theirs"): EditQueue {
  const rest = { ...queue, clashes: queue.clashes.filter((one) => !isSameField(one, clash)) };
  if (choice === "theirs") return rest;
  const { section, field, mine, theirs } = clash;
  const [wanted, was] = [{ [field]: mine }, { [field]: theirs }];
  return edited(rest, [
    section === null ? { op: "page", changes: wanted, was } : { op: "set", section, fields: wanted, was },
  ]);
}

/** The site refused fields that were sent: they are laid aside with its reasons, and the rest is sent again. */
export function refusedFields(queue: EditQueue, issues: readonly (Issue & { readonly section: string })[]): EditQueue {
  const { waiting, ...rest } = recalled(queue);
  const issuesOf = (operation: PageOperation): readonly Issue[] =>
    operation.op === "set"
      ? issues.filter(
          ({ section, pointer }) =>
            section === operation.section && (pointer === "" || fieldOf(pointer) in operation.fields),
        )
      : [];
  return {
    ...rest,
    waiting: waiting.filter((operation) => issuesOf(operation).length === 0),
    unfinished: [
      ...rest.unfinished,
      ...waiting.flatMap((operation) => {
        const found = issuesOf(operation);
        return operation.op === "set" && found.length > 0 ? [{ operation, issues: found }] : [];
      }),
    ],
  };
}

/** Everything that was laid aside is judged, and sent, again: what was in its way may be gone. */
export const retried = (queue: EditQueue): EditQueue => ({
  ...queue,
  waiting: [...queue.waiting, ...queue.unfinished.map(({ operation }) => operation)],
  unfinished: [],
});

/** The site refused what was sent for another reason: texts are laid aside, and what cannot be done is taken out. */
export function refusedWhole(queue: EditQueue): Merged {
  const { waiting, ...rest } = recalled(queue);
  const texts = waiting.filter((operation): operation is SetFields => operation.op === "set");
  return {
    queue: {
      ...rest,
      waiting: [],
      unfinished: [...rest.unfinished, ...texts.map((operation) => ({ operation, issues: [] }))],
    },
    lost: waiting.filter(({ op }) => op !== "set"),
  };
}
