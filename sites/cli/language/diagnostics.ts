/** The findings about a plugin's folder, as an editor shows them beside each file. */
import { isObject } from "../../../manifests/json/jsonObject.ts";
import { offsetAt } from "../files/authoring.ts";
import { MANIFEST_FILE } from "../packing/folderFiles.ts";
import type { FolderJudgement } from "../plugin/folderJudgement.ts";
import { positionOf, type Range, wordAt } from "./text.ts";

export interface Diagnostic {
  readonly range: Range;
  /** 1 for a finding that refuses the folder, 3 for advice. */
  readonly severity: 1 | 3;
  readonly source: "svc";
  /** The name by which the author may allow it. */
  readonly code?: string;
  readonly message: string;
}

type ByFile = ReadonlyMap<string, readonly Diagnostic[]>;
type TextOf = (file: string) => string;

const START: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };

interface Placed {
  readonly file: string;
  readonly range: Range;
  readonly message: string;
  readonly check?: string;
}

const sentence = (found: unknown, allowed: unknown): string => `Found ${String(found)}; allowed: ${String(allowed)}.`;

/** A finding of any of the checks. One without a place of its own stands in the manifest. */
function placed(finding: unknown, textOf: TextOf): Placed {
  if (!isObject(finding)) return { file: MANIFEST_FILE, range: START, message: String(finding) };
  const { file, line, column, pointer, found, allowed, check } = finding;
  if (typeof file === "string" && typeof line === "number" && typeof column === "number")
    return {
      file,
      range: wordAt(textOf(file), line, column),
      message: sentence(found, allowed),
      ...(typeof check === "string" && { check }),
    };
  const text = textOf(MANIFEST_FILE);
  const start = positionOf(text, offsetAt(text, String(pointer)));
  return {
    file: MANIFEST_FILE,
    range: wordAt(text, start.line + 1, start.character + 1),
    message: sentence(found, allowed),
  };
}

export function diagnosticsOf({ findings, advice }: FolderJudgement, textOf: TextOf): ByFile {
  const refusals = findings.map((finding) => ({ ...placed(finding, textOf), severity: 1 as const }));
  const hints = advice.map(({ file, line, column, says, check }) => ({
    file,
    range: wordAt(textOf(file), line, column),
    message: says,
    check,
    severity: 3 as const,
  }));
  const grouped = Map.groupBy([...refusals, ...hints], ({ file }) => file);
  return new Map(
    [...grouped].map(([file, all]) => [
      file,
      all.map(({ range, severity, message, check }): Diagnostic => ({
        range,
        severity,
        source: "svc",
        message,
        ...(check !== undefined && { code: check }),
      })),
    ]),
  );
}
