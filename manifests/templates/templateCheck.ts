/**
 * Checks a plugin's templates and style sheets before they are used. The pages' strict content security policy is the
 * security boundary. This check tells an author early what the policy would block, and where.
 */
import { ISSUES_MAX } from "../bounds/json.ts";
import { TEMPLATE_MAX_BYTES } from "../bounds/templates.ts";
import { type StyleScope, styleFaults } from "../css/check.ts";
import type { MarkupUse } from "./htmlTable.ts";
import { readMarkup } from "./markup.ts";
import { type LiquidFault, type LiquidPart, splitLiquid } from "../liquid/liquid.ts";
import { liquidFaults } from "../liquid/liquidRules.ts";
import type { Issue } from "../refusals/refusal.ts";
import { utf8Length } from "../json/utf8.ts";
import { xmlFaults } from "./xmlCheck.ts";

export type TemplateKind = "section" | "layout" | "metadata" | "markdown" | "xml" | "text" | "letter";

/** An issue with its offset in the text. */
export interface TextIssue extends Issue {
  readonly offset: number;
}

interface Text {
  readonly text: string;
  /** The manifest's pointer to the file. */
  readonly pointer: string;
}

type Check = (parts: readonly LiquidPart[], frames: readonly string[]) => readonly LiquidFault[];
const inMarkup = (use: MarkupUse, ...[parts, frames]: Parameters<Check>): readonly LiquidFault[] =>
  readMarkup(parts, { use, frames }).faults;

// No check is made by a call here: a bundler keeps a call, and with it all readers of templates in workers that have none.
const CHECKS: Readonly<Record<TemplateKind, Check>> = {
  section: (parts, frames) => inMarkup("section", parts, frames),
  layout: (parts, frames) => inMarkup("layout", parts, frames),
  metadata: (parts, frames) => inMarkup("metadata", parts, frames),
  letter: (parts, frames) => inMarkup("letter", parts, frames),
  xml: (parts) => xmlFaults(parts),
  markdown: () => [],
  text: () => [],
};

function tooLong(text: string): LiquidFault[] {
  const length = utf8Length(text);
  return length <= TEMPLATE_MAX_BYTES
    ? []
    : [{ found: `${length} bytes`, allowed: `at most ${TEMPLATE_MAX_BYTES} bytes`, offset: 0 }];
}

const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

function controlFaults(text: string): LiquidFault[] {
  const match = CONTROL.exec(text);
  return match
    ? [{ found: "a control character", allowed: "text without control characters", offset: match.index }]
    : [];
}

const asIssues = (faults: readonly LiquidFault[], pointer: string): TextIssue[] =>
  faults.slice(0, ISSUES_MAX).map(({ found, allowed, offset }) => ({ pointer, found, allowed, offset }));

/** Lists the faults of a template. `frames` are the origins that its section may embed. */
export function checkTemplate(
  { text, pointer }: Text,
  kind: TemplateKind,
  frames: readonly string[] = [],
): TextIssue[] {
  const general = [...tooLong(text), ...controlFaults(text)];
  if (general.length > 0) return asIssues(general, pointer);
  const { parts, faults } = splitLiquid(text);
  // The other checks need valid delimiters and blocks.
  const syntax = [...faults, ...liquidFaults(parts)];
  return asIssues(syntax.length > 0 ? syntax : CHECKS[kind](parts, frames), pointer);
}

/** Lists the faults of a style sheet. */
export const checkStyle = ({ text, pointer }: Text, scope: StyleScope): TextIssue[] =>
  asIssues([...tooLong(text), ...controlFaults(text), ...styleFaults(text, scope)], pointer);
