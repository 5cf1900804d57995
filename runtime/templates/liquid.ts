/**
 * Liquid for untrusted templates: no files, no unescaped output, no clock, no randomness, no prototypes, and limited
 * work. The library only parses. This folder compiles its result to functions, whose work is charged, and which run ten
 * times as fast as the library's interpreter.
 */
import { type TopLevelToken, Liquid, LiquidError, Parser, Tokenizer, TypeGuards } from "liquidjs";
import { TEMPLATE_MAX_BYTES, TEMPLATE_MAX_DEPTH } from "../../manifests/bounds/templates.ts";
import { utf8Length } from "../../manifests/json/utf8.ts";
import type { Budget } from "./budget.ts";
import { type Dialect, RefusedMarkup } from "./dialect.ts";
import { FILTERS } from "./filters.ts";
import { Run } from "./run.ts";
import { compilePieces, TAGS } from "./statements.ts";
import type { Surroundings } from "./surroundings.ts";

const grammar = createGrammar();

/** Makes a parser that knows only the allowed tags and filters. */
function createGrammar(): Liquid {
  const liquid = new Liquid({ strictFilters: true, relativeReference: false, locale: "en" });
  for (const name of Object.keys(liquid.filters)) liquid.unregisterFilter(name);
  for (const name of FILTERS.keys()) liquid.registerFilter(name, (value: unknown) => value);
  for (const name of Object.keys(liquid.tags)) delete liquid.tags[name];
  for (const [name, tag] of Object.entries(TAGS)) liquid.registerTag(name, tag);
  return liquid;
}

export interface Template {
  /** Renders the template. Throws if the template fails or its budget is used up. */
  render(given: Readonly<Record<string, unknown>>, surroundings: Surroundings, budget: Budget): string;
}

const BLOCKS = new Set(["if", "unless", "case", "for", "capture"]);

/** Checks the nesting before parsing, because the parser recurses once for each block. */
function checkDepth(tokens: readonly TopLevelToken[]): void {
  let depth = 0;
  for (const token of tokens) {
    if (!TypeGuards.isTagToken(token)) continue;
    if (BLOCKS.has(token.name)) depth += 1;
    else if (token.name.startsWith("end") && BLOCKS.has(token.name.slice("end".length))) depth -= 1;
    if (depth > TEMPLATE_MAX_DEPTH) throw new SyntaxError(`blocks nested deeper than ${TEMPLATE_MAX_DEPTH}`);
  }
}

/** Compiles a template. Throws with the reason if it is not allowed. */
export function compileTemplate(source: string, dialect: Dialect): Template {
  if (utf8Length(source) > TEMPLATE_MAX_BYTES) throw new RangeError(`longer than ${TEMPLATE_MAX_BYTES} bytes`);
  const tokens: TopLevelToken[] = new Tokenizer(source, grammar.options.operators).readTopLevelTokens(grammar.options);
  checkDepth(tokens);
  const placed = dialect.place(tokens);
  const body = compilePieces(new Parser(grammar).parseTokens(tokens), { dialect, ...placed });
  return {
    render(given, surroundings, budget) {
      const run = new Run(given, surroundings, budget);
      body(run);
      return run.text;
    },
  };
}

/** Describes a template's failure in one line. */
export function templateProblem(error: unknown): string {
  const cause = LiquidError.is(error) && error.originalError ? error.originalError : error;
  const message = cause instanceof Error ? cause.message : String(cause);
  return message.split("\n", 1)[0] ?? "";
}

/** The offset at which a template's compiling failed; 0 if it is about the whole template. */
export function templateOffset(error: unknown): number {
  if (error instanceof RefusedMarkup) return error.offset;
  return LiquidError.is(error) ? error.token.begin : 0;
}
