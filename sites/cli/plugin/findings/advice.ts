/** Advice about a plugin, which refuses nothing: what it asks for, carries and lacks. */
import { PACKAGE_ADVISED_BYTES } from "../../../../manifests/bounds/packages.ts";
import { utf8Length } from "../../../../manifests/json/utf8.ts";
import { labelNotes } from "../../../../manifests/packages/labels.ts";
import { missingKeys } from "../../../../manifests/packages/locales.ts";
import type { PackedPlugin } from "../../../../manifests/packages/packedPlugin.ts";
import { encodePointer } from "../../../../manifests/refusals/pointer.ts";
import { offsetAt } from "../../files/authoring.ts";
import { issueLine, located, type LocatedIssue } from "../../files/locatedIssue.ts";
import { MANIFEST_FILE } from "../../packing/folderFiles.ts";
import type { AuthoredPlugin } from "../../packing/packing.ts";
import type { AllowableCheck } from "./checks.ts";

export interface Advice {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly says: string;
  readonly check: AllowableCheck;
}

/** Advice at a pointer into the manifest. */
interface AdviceAt {
  readonly pointer: string;
  readonly says: string;
  readonly check: AllowableCheck;
}

/** Advises against large packages, because the first call after an idle time loads the whole package. */
export function sizeAdvice({ manifest, files }: Pick<PackedPlugin, "manifest" | "files">): string[] {
  const bytes = Object.values(files).reduce((sum, text) => sum + utf8Length(text), 0);
  if (manifest.kind === "declarative" || bytes <= PACKAGE_ADVISED_BYTES) return [];
  return [
    `It has ${bytes} bytes. Above ${PACKAGE_ADVISED_BYTES} its first calls are slow. Remove files and code that it does not need.`,
  ];
}

const leftOutAdvice = ({ leftOut }: AuthoredPlugin): string[] =>
  leftOut.length === 0
    ? []
    : [`The package does not have these files, because nothing refers to them: ${leftOut.join(", ")}.`];

const unusedAdvice = (name: string): AdviceAt => ({
  pointer: encodePointer(["capabilities", name]),
  says: `It asks for ${name}, but its code does not seem to use it. Owners are less likely to grant what is not needed.`,
  check: "unused-capability",
});

const ofAll = (check: AllowableCheck, all: readonly string[]): AdviceAt[] =>
  all.map((says) => ({ pointer: "", says, check }));

/** Advice about the manifest and what it names, at its place in the author's text. */
export function manifestAdvice(plugin: AuthoredPlugin, unused: readonly string[], manifest: string): Advice[] {
  const all = [
    ...unused.map(unusedAdvice),
    ...ofAll("unused-file", leftOutAdvice(plugin)),
    ...ofAll("large-package", sizeAdvice(plugin)),
    ...ofAll("untranslated", [
      ...missingKeys(plugin.files).map((key) => `${key} is missing; the text of another language is used.`),
      ...labelNotes(plugin.manifest, plugin.files),
    ]),
  ];
  return all.map(({ pointer, says, check }) => {
    const place = { pointer, found: "", allowed: "" };
    const { line, column } = located(place, MANIFEST_FILE, manifest, offsetAt(manifest, pointer));
    return { file: MANIFEST_FILE, line, column, says, check };
  });
}

/** Advice about code that runs under a condition only, such as code for several places. */
export function guardedAdvice({ check: _shownBehind, ...issue }: LocatedIssue): Advice {
  const { file, line, column } = issue;
  const says = `${issueLine(issue)}. A sandbox refuses it if it runs.`;
  return { file, line, column, says, check: "unknown-api" };
}

export const adviceLine = ({ says, check }: Advice): string => `${says} [${check}]`;
