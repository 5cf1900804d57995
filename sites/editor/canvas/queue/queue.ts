/**
 * The queue of one page's unsaved changes. Pure: each function returns the next queue. A member's text leaves the queue
 * only when the site saved it, or when the member discards it.
 */
import { decodePointer } from "../../../../manifests/refusals/pointer.ts";
import type { Issue } from "../../../../manifests/refusals/refusal.ts";
import type { Page } from "../../../../runtime/documents/content/content.ts";
import type { PageOperation, SetFields, FieldValues } from "../../../../runtime/editing/operations/pageOperation.ts";
import { shownSections } from "../../../../runtime/documents/content/entry.ts";
import { eachSection } from "../../../../runtime/documents/content/sectionWalk.ts";
import { applied } from "./apply.ts";
import { joinedSets, withOperation } from "./coalesce.ts";
import { type Clash, rebase } from "./rebase.ts";

/** The page as the site last sent it. */
export interface Base {
  readonly version: number;
  readonly body: Page;
  /** True if this member wrote that version, in another tab. */
  readonly isOwn?: boolean;
}

/** The request under way. Every try sends the same key and operations until the site answers. */
export interface SentEdits {
  readonly key: string;
  readonly version: number;
  readonly operations: readonly PageOperation[];
}

/** A change that the site would refuse, such as an empty required text. */
export interface UnfinishedFields {
  readonly operation: SetFields;
  /** The issues, with pointers into the section's fields. */
  readonly issues: readonly Issue[];
}

export interface EditQueue {
  readonly base: Base;
  readonly sent: SentEdits | null;
  readonly waiting: readonly PageOperation[];
  readonly unfinished: readonly UnfinishedFields[];
  readonly clashes: readonly Clash[];
}

/** Validates fields as the site does; an empty list if the site accepts them. */
export type Judge = (type: string, fields: FieldValues) => readonly Issue[];

export const emptyQueue = (base: Base): EditQueue => ({ base, sent: null, waiting: [], unfinished: [], clashes: [] });

/** All operations that the site has not confirmed. */
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

/** Adds an operation. A change of fields absorbs the unfinished change of its section, and both are validated again. */
function editedOnce(queue: EditQueue, operation: PageOperation): EditQueue {
  if (operation.op !== "set") return { ...queue, waiting: withOperation(queue.waiting, operation) };
  const isBefore = (one: UnfinishedFields): boolean => one.operation.section === operation.section;
  const before = queue.unfinished.filter(isBefore).map((one) => one.operation);
  return {
    ...queue,
    unfinished: queue.unfinished.filter((one) => !isBefore(one)),
    waiting: withOperation(queue.waiting, [...before, operation].reduce(joinedSets)),
  };
}

/** The values that an operation writes to a section, or to the page itself; undefined for other operations. */
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

/** If a member edits a field with an open clash, the new text becomes their side of the clash. */
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

/** Moves changes that the site would refuse to `unfinished`, so that the rest can be saved. */
export function sorted(queue: EditQueue, judge: Judge): EditQueue {
  const sections = new Map([...eachSection(shownSections(present(queue)))].map(({ section }) => [section.id, section]));
  const judged = queue.waiting.map((operation): PageOperation | UnfinishedFields => {
    if (operation.op !== "set") return operation;
    const section = sections.get(operation.section);
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

const fieldOf = (pointer: string): string => decodePointer(pointer)[0] ?? "";

/** Puts all waiting operations into one request. */
export const taken = (queue: EditQueue, key: string): EditQueue =>
  queue.sent || queue.waiting.length === 0
    ? queue
    : { ...queue, sent: { key, version: queue.base.version, operations: queue.waiting }, waiting: [] };

/** The queue after the site made the sent changes, and no others. */
export const afterAnswer = (queue: EditQueue, version: number): EditQueue => ({
  ...queue,
  base: { version, body: applied(queue.base.body, queue.sent?.operations ?? []) },
  sent: null,
});

/** Moves the sent operations back to `waiting`, to be sent in another form. */
const recalled = (queue: EditQueue): EditQueue => ({
  ...queue,
  sent: null,
  waiting: [...(queue.sent?.operations ?? []), ...queue.waiting],
});

export interface Merged {
  readonly queue: EditQueue;
  /** The member's operations that no longer fit the page. */
  readonly lost: readonly PageOperation[];
}

/** Rebases the member's changes onto a newer page. */
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
  const met = [...kept.clashes, ...held.clashes].map((clash) =>
    base.isOwn === true ? { ...clash, isOwn: true } : clash,
  );
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

/** Adds kept edits of an earlier page load to the present ones, rebased onto the page as the member sees it. */
export function withKept(queue: EditQueue, kept: EditQueue): Merged {
  const base = { ...queue.base, body: present(queue), isOwn: !isSettled(queue) || queue.base.isOwn === true };
  const { queue: rebased, lost } = merged(kept, base);
  const clashes = queue.clashes.filter((old) => !rebased.clashes.some((clash) => isSameField(old, clash)));
  return {
    queue: edited({ ...queue, clashes: [...clashes, ...rebased.clashes] }, pending(rebased)),
    lost,
  };
}

const isSameField = (one: Pick<Clash, "section" | "field">, other: Pick<Clash, "section" | "field">): boolean =>
  one.section === other.section && one.field === other.field;

/** Ends a clash by the member's choice. */
export function resolved(queue: EditQueue, clash: Clash, choice: "mine" | "theirs"): EditQueue {
  const rest = { ...queue, clashes: queue.clashes.filter((one) => !isSameField(one, clash)) };
  if (choice === "theirs") return rest;
  const { section, field, mine, theirs } = clash;
  const [wanted, was] = [{ [field]: mine }, { [field]: theirs }];
  return edited(rest, [
    section === null ? { op: "page", changes: wanted, was } : { op: "set", section, fields: wanted, was },
  ]);
}

/**
 * The site refused fields of sent changes. These changes move to `unfinished` with the issues, and the rest is sent
 * again. A field that the member changed meanwhile is sent with its new value. Undefined if no sent change is to blame.
 */
export function refusedFields(
  queue: EditQueue,
  issues: readonly (Issue & { readonly section: string })[],
): EditQueue | undefined {
  const issuesOf = (operation: PageOperation): readonly Issue[] =>
    operation.op === "set"
      ? issues.filter(
          ({ section, pointer }) =>
            section === operation.section && (pointer === "" || fieldOf(pointer) in operation.fields),
        )
      : [];
  const sent = queue.sent?.operations ?? [];
  const refused = sent.flatMap((operation): UnfinishedFields[] => {
    const found = issuesOf(operation);
    return operation.op === "set" && found.length > 0 ? [{ operation, issues: found }] : [];
  });
  if (refused.length === 0) return undefined;
  const accepted = sent.filter((operation) => issuesOf(operation).length === 0);
  const rest: EditQueue = { ...queue, sent: null, waiting: accepted, unfinished: [...refused, ...queue.unfinished] };
  return queue.waiting.reduce(
    (next, operation) => (issuesOf(operation).length > 0 ? editedOnce(next, operation) : waitingToo(next, operation)),
    rest,
  );
}

const waitingToo = (queue: EditQueue, operation: PageOperation): EditQueue => ({
  ...queue,
  waiting: [...queue.waiting, operation],
});

/** Moves all unfinished changes back to `waiting`, because the obstacle may be gone. */
export const retried = (queue: EditQueue): EditQueue => ({
  ...queue,
  waiting: [...queue.waiting, ...queue.unfinished.map(({ operation }) => operation)],
  unfinished: [],
});

/** The site refused the request as a whole. Texts move to `unfinished`; other operations are given up. */
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
