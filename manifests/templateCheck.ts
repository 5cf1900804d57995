/**
 * Reads a plugin's templates and style sheets before anything runs them. The strict content security policy of the
 * pages is the wall; this is the sign before it, which tells an author what would never work and where.
 */
import { ISSUES_MAX, TEMPLATE_MAX_BYTES } from "./bounds.ts";
import { type StyleScope, styleFaults } from "./css/check.ts";
import { markupFaults } from "./htmlCheck.ts";
import type { MarkupRules } from "./htmlRules.ts";
import { type Fault, type LiquidPart, splitLiquid } from "./liquid.ts";
import { liquidFaults } from "./liquidRules.ts";
import type { Issue } from "./refusal.ts";
import { utf8Length } from "./utf8.ts";

export type TemplateKind = "section" | "layout" | "metadata" | "markdown" | "xml" | "text";

/** An issue of a text, which also has a place in it. */
export interface TextIssue extends Issue {
  readonly offset: number;
}

interface Text {
  readonly text: string;
  /** Where the manifest names the file. */
  readonly pointer: string;
}

const METADATA = new Set(["meta", "link", "title", "script"]);

const XML_FORBIDDEN: readonly (readonly [RegExp, string])[] = [
  [/<\s*(?:[\w-]+:)?script/i, "XML without script"],
  [/<\?xml-stylesheet/i, "XML without a style sheet of its own"],
  [
    /xmlns(?::[\w-]+)?\s*=\s*["']http:\/\/www\.w3\.org\/(?:1999\/xhtml|2000\/svg)["']/i,
    "XML that is not a web page or a picture",
  ],
];

function xmlFaults(text: string): Fault[] {
  return XML_FORBIDDEN.flatMap(([pattern, allowed]) => {
    const match = pattern.exec(text);
    return match ? [{ found: match[0], allowed, offset: match.index }] : [];
  });
}

type Check = (parts: readonly LiquidPart[], text: string, frames: readonly string[]) => Fault[];
const markup =
  (rules: MarkupRules): Check =>
  (parts, _text, frames) =>
    markupFaults(parts, { ...rules, frames });

const CHECKS: Readonly<Record<TemplateKind, Check>> = {
  section: markup({ forms: true }),
  layout: markup({ abovePage: true }),
  metadata: markup({ only: METADATA, structuredData: true }),
  xml: (_parts, text) => xmlFaults(text),
  markdown: () => [],
  text: () => [],
};

function tooLong(text: string): Fault[] {
  const length = utf8Length(text);
  return length <= TEMPLATE_MAX_BYTES
    ? []
    : [{ found: `${length} bytes`, allowed: `at most ${TEMPLATE_MAX_BYTES} bytes`, offset: 0 }];
}

const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

function controlFaults(text: string): Fault[] {
  const match = CONTROL.exec(text);
  return match
    ? [{ found: "a control character", allowed: "text without control characters", offset: match.index }]
    : [];
}

const asIssues = (faults: readonly Fault[], pointer: string): TextIssue[] =>
  faults.slice(0, ISSUES_MAX).map((fault) => ({ pointer, ...fault }));

/** What is wrong with a template of this kind; `frames` are the origins its section declares. */
export function checkTemplate(
  { text, pointer }: Text,
  kind: TemplateKind,
  frames: readonly string[] = [],
): TextIssue[] {
  const general = [...tooLong(text), ...controlFaults(text)];
  if (general.length > 0) return asIssues(general, pointer);
  const { parts, faults } = splitLiquid(text);
  // Without sound delimiters and blocks nothing further can be said about the text.
  const syntax = [...faults, ...liquidFaults(parts)];
  return asIssues(syntax.length > 0 ? syntax : CHECKS[kind](parts, text, frames), pointer);
}

/** What is wrong with a style sheet. */
export const checkStyle = ({ text, pointer }: Text, scope: StyleScope): TextIssue[] =>
  asIssues([...tooLong(text), ...controlFaults(text), ...styleFaults(text, scope)], pointer);
