/**
 * Liquid, with what a stranger's template may not do taken out: no files, no unescaped output, no clock and no
 * chance, no prototypes, and no more work than its budget. One engine serves every site; it holds no state.
 */
import type { Context, Liquid as Engine, RangeToken, TagToken, Template as Node, Token, TopLevelToken, ValueToken } from "liquidjs";
import {
  AssignTag,
  BreakTag,
  CaptureTag,
  CaseTag,
  CommentTag,
  ContinueTag,
  defaultOperators,
  evalToken,
  ForTag,
  IfTag,
  InlineCommentTag,
  Liquid,
  LiquidError,
  LiquidTag,
  Output,
  Parser,
  TokenKind,
  Tokenizer,
  toValue,
  toValueSync,
  TypeGuards,
  UnlessTag,
} from "liquidjs";
import { RANGE_MAX, TEMPLATE_MAX_BYTES } from "../../manifests/bounds.ts";
import { utf8Length } from "../../manifests/utf8.ts";
import type { Budget } from "./budget.ts";
import { CountingEmitter, RenderContext } from "./context.ts";
import type { Dialect } from "./dialect.ts";
import type { Escaper } from "./escape.ts";
import { FILTERS, weightOf } from "./filters.ts";
import type { Surroundings } from "./surroundings.ts";

class EscapedOutput extends Output {
  readonly #escape: Escaper;

  constructor(token: ConstructorParameters<typeof Output>[0], liquid: Engine, escape: Escaper) {
    super(token, liquid);
    this.#escape = escape;
  }

  override *render(context: Context, emitter: Parameters<Output["render"]>[1]): IterableIterator<unknown> {
    emitter.write(this.#escape(yield this.value.value(context, false)));
  }
}

class BoundedCapture extends CaptureTag {
  readonly #captured: Dialect["captured"];

  constructor(token: TagToken, rest: TopLevelToken[], liquid: Engine, parser: Parser) {
    super(token, rest, liquid, parser);
    // A parser that is not ours knows no dialect; its text stays plain and is escaped where it is used.
    this.#captured = parser instanceof PlacingParser ? parser.dialect.captured : (text) => text;
  }

  override *render(context: Context): Generator<unknown, void, string> {
    const emitter = context instanceof RenderContext ? new CountingEmitter(context.budget) : undefined;
    const text: string = yield this.liquid.renderer.renderTemplates(this.templates, context, emitter);
    context.bottom()[this.variable] = this.#captured(text);
  }
}

/** Everything a template can do. What Liquid has beyond it reads files, changes shared state or writes unescaped. */
const TAGS = {
  "#": InlineCommentTag,
  assign: AssignTag,
  break: BreakTag,
  capture: BoundedCapture,
  case: CaseTag,
  comment: CommentTag,
  continue: ContinueTag,
  for: ForTag,
  if: IfTag,
  liquid: LiquidTag,
  unless: UnlessTag,
};

type Operator = (typeof defaultOperators)[string];

/** Comparing reads both sides, and a loop can compare the same long text again and again. */
const charged =
  (operator: Operator): Operator =>
  (...operands: unknown[]) => {
    const context = operands.at(-1);
    if (context instanceof RenderContext) context.budget.charge(weightOf(operands[0]) + weightOf(operands[1]));
    return (operator as (...given: unknown[]) => ReturnType<Operator>)(...operands);
  };

const engine = createEngine();

function createEngine(): Engine {
  const liquid = new Liquid({
    operators: Object.fromEntries(Object.entries(defaultOperators).map(([name, operator]) => [name, charged(operator)])),
    ownPropertyOnly: true,
    strictFilters: true,
    parseLimit: TEMPLATE_MAX_BYTES,
    relativeReference: false,
    // The server's own zone and language must not show in a page.
    timezoneOffset: 0,
    locale: "en",
  });
  for (const name of Object.keys(liquid.filters)) liquid.unregisterFilter(name);
  for (const [name, filter] of Object.entries(FILTERS)) liquid.registerFilter(name, filter);
  for (const name of Object.keys(liquid.tags)) delete liquid.tags[name];
  for (const [name, tag] of Object.entries(TAGS)) liquid.registerTag(name, tag);
  return liquid;
}

class PlacingParser extends Parser {
  readonly dialect: Dialect;
  readonly #escaperOf: (token: Token) => Escaper;

  constructor(dialect: Dialect, escaperOf: (token: Token) => Escaper) {
    super(engine);
    this.dialect = dialect;
    this.#escaperOf = escaperOf;
  }

  override parseToken(token: TopLevelToken, rest: TopLevelToken[]): ReturnType<Parser["parseToken"]> {
    if (TypeGuards.isOutputToken(token)) return boundRanges(new EscapedOutput(token, engine, this.#escaperOf(token)));
    return boundRanges(super.parseToken(token, rest));
  }
}

/** Parts of a parsed template that lead out of it. */
const NOT_PARTS = new Set(["token", "tokenizer", "liquid", "parser", "input", "templates", "elseTemplates"]);

/** Puts a bound on both ends of every range in a parsed piece. Its nested pieces have been through this already. */
function boundRanges<T extends object>(piece: T): T {
  const seen = new Set<object>();
  const visit = (part: unknown): void => {
    if (typeof part !== "object" || part === null || seen.has(part)) return;
    seen.add(part);
    if (TypeGuards.isRangeToken(part)) boundRange(part);
    for (const [name, value] of Object.entries(part)) if (!NOT_PARTS.has(name)) visit(value);
  };
  visit(piece);
  return piece;
}

function boundRange(range: RangeToken): void {
  range.lhs = boundedEnd(range.lhs);
  range.rhs = boundedEnd(range.rhs);
}

/** Evaluates like the token it stands for, but only to a number that can be counted to. */
function boundedEnd(token: ValueToken): ValueToken {
  const initial = {
    *evaluate(context: Context, lenient?: boolean): Generator<unknown, number, unknown> {
      const value = Math.trunc(Number(toValue((yield evalToken(token, context, lenient)) ?? 0)));
      if (Math.abs(value) > RANGE_MAX) throw new RangeError(`a range beyond ${RANGE_MAX}`);
      return Number.isNaN(value) ? 0 : value;
    },
  };
  return { kind: TokenKind.FilteredValue, initial, filters: [], getText: () => token.getText() } as unknown as ValueToken;
}

/** A template ready to render. */
export interface Template {
  /** Throws when the template fails or its budget is spent. */
  render(scope: object, surroundings: Surroundings, budget: Budget): string;
}

/** Throws, with the reason, when the template is not one this engine takes. */
export function compileTemplate(source: string, dialect: Dialect): Template {
  if (utf8Length(source) > TEMPLATE_MAX_BYTES) throw new RangeError(`longer than ${TEMPLATE_MAX_BYTES} bytes`);
  const tokens = new Tokenizer(source, engine.options.operators).readTopLevelTokens(engine.options);
  const pieces = new PlacingParser(dialect, dialect.place(tokens)).parseTokens(tokens);
  return { render: (scope, surroundings, budget) => renderPieces(pieces, scope, surroundings, budget) };
}

function renderPieces(pieces: Node[], scope: object, surroundings: Surroundings, budget: Budget): string {
  const emitter = new CountingEmitter(budget);
  const context = new RenderContext(engine, scope, surroundings, budget, emitter);
  toValueSync(engine.renderer.renderTemplates(pieces, context, emitter));
  return emitter.buffer;
}

/** What went wrong with a template, in one line. */
export function problemOf(error: unknown): string {
  const cause = LiquidError.is(error) && error.originalError ? error.originalError : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  return message.split("\n", 1)[0] ?? "";
}

