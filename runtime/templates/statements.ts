/** Compiles a template's nodes to functions: texts, outputs and tags. */
import {
  type Template as Piece,
  BreakTag,
  CaptureTag,
  CaseTag,
  CommentTag,
  ContinueTag,
  ForTag,
  IfTag,
  InlineCommentTag,
  LiquidTag,
  Output,
  Tag,
  TypeGuards,
  UnlessTag,
  Value,
  type Liquid,
  type TagToken,
  type TopLevelToken,
} from "liquidjs";
import type { Dialect, Placed } from "./dialect.ts";
import { readOperand, readValue, type ReadExpression } from "./expressions.ts";
import { CLOSING_MARK } from "./marks/fieldMarks.ts";
import { fieldPath, markedOutput, type FindField, type MarkedOutput } from "./marks/fieldPaths.ts";
import { ITEM_PRICE, TERM_PRICE } from "./prices.ts";
import type { Run } from "./run.ts";
import { equal, isTruthy, itemsOf, payFor } from "./values.ts";

/** The step after a node: the next node, the next iteration, or the end of the loop. */
export type Flow = "on" | "continue" | "break";
export type Statement = (run: Run) => Flow;

/** The context for compiling one template's nodes. */
export interface Compiling extends Placed {
  readonly dialect: Dialect;
}

/** An `assign` tag with public parts, which Liquid's own class hides. */
export class Assign extends Tag {
  readonly key: string;
  readonly value: Value;

  constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid) {
    super(token, rest, liquid);
    this.key = this.tokenizer.readIdentifier().content;
    this.tokenizer.skipBlank();
    if (this.key === "" || this.tokenizer.read() !== "=") throw new SyntaxError("assign name = value");
    this.value = new Value(this.tokenizer.readFilteredValue(), liquid);
  }

  override render(): void {
    throw new TypeError("templates are compiled, not rendered by Liquid");
  }
}

/** The allowed tags. Liquid's other tags read files, change shared state or write unescaped text. */
export const TAGS = {
  "#": InlineCommentTag,
  assign: Assign,
  break: BreakTag,
  capture: CaptureTag,
  case: CaseTag,
  comment: CommentTag,
  continue: ContinueTag,
  for: ForTag,
  if: IfTag,
  liquid: LiquidTag,
  unless: UnlessTag,
};

type Maker = (piece: never, compiling: Compiling) => Statement;

const always =
  (flow: Flow): Statement =>
  () =>
    flow;

const MAKERS = new Map<unknown, Maker>([
  [Output, output],
  [Assign, assign],
  [CaptureTag, capture],
  [CaseTag, choose],
  [ForTag, loop],
  [IfTag, condition],
  [UnlessTag, unless],
  [LiquidTag, ({ templates }: LiquidTag, compiling: Compiling) => compilePieces(templates, compiling)],
  [BreakTag, () => always("break")],
  [ContinueTag, () => always("continue")],
  [CommentTag, () => always("on")],
  [InlineCommentTag, () => always("on")],
]);

export function compilePieces(pieces: readonly Piece[] | undefined, compiling: Compiling): Statement {
  const statements = (pieces ?? []).map((piece) => compilePiece(piece, compiling));
  return (run) => {
    for (const statement of statements) {
      run.budget.step();
      const flow = statement(run);
      if (flow !== "on") return flow;
    }
    return "on";
  };
}

function compilePiece(piece: Piece, compiling: Compiling): Statement {
  const { token } = piece;
  if (TypeGuards.isHTMLToken(token))
    return compiling.isJoint(token) ? joint(token.getContent()) : text(token.getContent());
  const maker = MAKERS.get(piece.constructor);
  if (!maker) throw new SyntaxError(`a tag that is not supported: ${piece.token.getText()}`);
  return maker(piece as never, compiling);
}

function text(content: string): Statement {
  const headed = /<h(?:[1-6]|$)/.test(content);
  return (run) => {
    if (headed) run.headed = true;
    run.write(content);
    return "on";
  };
}

/**
 * Writes a text after a URL of values. If the values are exactly `/`, the text's slash is skipped, because `//` would
 * name another host.
 */
function joint(content: string): Statement {
  const [whole, rest] = [text(content), text(content.slice(1))];
  return (run) => (run.wrote === "/" ? rest(run) : whole(run));
}

function output({ value, token }: Output, { escaperOf, takesMark }: Compiling): Statement {
  const read = readValue(value);
  const escape = escaperOf(token);
  const marked = takesMark(token) ? markedOutput(value) : undefined;
  return (run) => {
    const found = read(run);
    if (typeof found === "object") payFor(found, run.budget);
    const mark = marked && openingOf(marked, run);
    if (mark !== undefined) run.mark(mark);
    run.write(escape(found, run.surroundings));
    if (mark !== undefined) run.mark(CLOSING_MARK);
    return "on";
  };
}

/** The opening mark of an output. Undefined outside of drafts, and if the value is not a field's text. */
function openingOf({ kind, find }: MarkedOutput, run: Run): string | undefined {
  const { marks } = run.surroundings;
  const found = marks && find(run);
  return found && isWritten(found.value) ? marks.open(found.pointer, kind) : undefined;
}

const isWritten = (value: unknown): boolean =>
  value === undefined || value === null || typeof value === "string" || typeof value === "number";

function assign({ key, value }: Assign): Statement {
  const read = readValue(value);
  const field = markedOutput(value);
  const find = field?.kind === "text" ? field.find : undefined;
  return (run) => {
    // Finds the pointer first, because a template may assign a variable to itself.
    const pointer = run.surroundings.marks && find?.(run)?.pointer;
    run.set(key, read(run), pointer);
    return "on";
  };
}

function capture({ variable, templates }: CaptureTag, compiling: Compiling): Statement {
  const body = compilePieces(templates, compiling);
  return (run) => {
    let flow: Flow = "on";
    const written = run.aside(() => {
      flow = body(run);
    });
    run.set(variable, compiling.dialect.captured(written));
    return flow;
  };
}

interface Branch {
  readonly when: ReadExpression;
  readonly body: Statement;
}

const branching =
  (branches: readonly Branch[], otherwise: Statement): Statement =>
  (run) =>
    (branches.find(({ when }) => isTaken(when, run))?.body ?? otherwise)(run);

function isTaken(when: ReadExpression, run: Run): boolean {
  run.budget.charge(TERM_PRICE);
  return isTruthy(when(run));
}

function condition({ branches, elseTemplates }: IfTag, compiling: Compiling): Statement {
  const compiled = branches.map(({ value, templates }) => ({
    when: readValue(value),
    body: compilePieces(templates, compiling),
  }));
  return branching(compiled, compilePieces(elseTemplates, compiling));
}

/** Compiles `unless`. Only its first condition is negated, not those of `elsif`. */
function unless({ branches, elseTemplates }: UnlessTag, compiling: Compiling): Statement {
  const compiled = branches.map(({ value, templates }, index) => {
    const read = readValue(value);
    const when: ReadExpression = index === 0 ? (run) => !isTruthy(read(run)) : read;
    return { when, body: compilePieces(templates, compiling) };
  });
  return branching(compiled, compilePieces(elseTemplates, compiling));
}

function choose({ value, branches, elseTemplates }: CaseTag, compiling: Compiling): Statement {
  const target = readValue(value);
  const compiled = branches.map(({ values, templates }) => {
    const candidates = values.map(readOperand);
    const when: ReadExpression = (run) => candidates.some((candidate) => isCase(target(run), candidate(run), run));
    return { when, body: compilePieces(templates, compiling) };
  });
  return branching(compiled, compilePieces(elseTemplates, compiling));
}

function isCase(target: unknown, candidate: unknown, { budget }: Run): boolean {
  budget.charge(TERM_PRICE);
  payFor(target, budget);
  payFor(candidate, budget);
  return equal(target, candidate);
}

function loop({ variable, collection, hash, templates, elseTemplates }: ForTag, compiling: Compiling): Statement {
  const choose = selected(readOperand(collection), hash.hash);
  const list = fieldPath(collection);
  const body = compilePieces(templates, compiling);
  const otherwise = compilePieces(elseTemplates, compiling);
  return (run) => {
    const chosen = choose(run);
    if (chosen.items.length === 0) return otherwise(run);
    const pointerAt = list && run.surroundings.marks && pointersOf(list, chosen, run);
    run.loop(variable, chosen.items, () => body(run) !== "break", pointerAt);
    return "on";
  };
}

/** The pointers of a loop's items. Undefined if the list is not an array field. */
function pointersOf(list: FindField, { from, step }: Chosen, run: Run): ((turn: number) => string) | undefined {
  const found = list(run);
  return Array.isArray(found?.value) ? (turn) => `${found.pointer}/${from + turn * step}` : undefined;
}

/** The items of a loop, and their positions in the whole list. */
interface Chosen {
  readonly items: readonly unknown[];
  readonly from: number;
  readonly step: 1 | -1;
}

/** Selects a loop's items. `offset` and `limit` apply before `reversed`, whatever their order in the tag. */
function selected(collection: ReadExpression, given: ForTag["hash"]["hash"]): (run: Run) => Chosen {
  const offset = readOperand(given["offset"]);
  const limit = readOperand(given["limit"]);
  const reversed = Object.hasOwn(given, "reversed");
  return (run) => {
    const all = itemsOf(collection(run));
    run.budget.charge(all.length);
    const from = count(offset(run), 0);
    const part = all.slice(from, from + count(limit(run), all.length));
    run.budget.charge(part.length * ITEM_PRICE);
    return reversed
      ? { items: part.toReversed(), from: from + part.length - 1, step: -1 }
      : { items: part, from, step: 1 };
  };
}

function count(value: unknown, otherwise: number): number {
  const whole = Math.trunc(Number(value ?? otherwise));
  return whole >= 0 ? whole : 0;
}
