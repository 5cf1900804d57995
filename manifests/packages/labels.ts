/**
 * A plugin's translations of its manifest, for people who edit and for visitors who fill in its forms. A file
 * `labels/<tag>.json` is an object from each text of the manifest to its translation. The manifest's own texts need no
 * keys, and a missing translation shows them. What an owner agrees to is never translated, because the signed manifest
 * says it.
 */
import { EXPLANATION_MAX_CHARS } from "../bounds/manifest.ts";
import { isObject } from "../json/jsonObject.ts";
import type { LiquidFault } from "../liquid/liquid.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { quote } from "../refusals/pointer.ts";
import { isOfOneScript } from "../shapes/plainText.ts";
import { explanationShape } from "../shapes/shape.ts";
import { localeOf, textFileFaults } from "./locales.ts";

const PATH = /^labels\/([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\.json$/;

const labelsLanguage = (path: string): string | undefined => PATH.exec(path)?.[1];

/** True for a file of labels. */
export const isLabels = (path: string): boolean => labelsLanguage(path) !== undefined;

/** True for a file of texts in one language, which a package has without a reference. */
export const isLanguageFile = (path: string): boolean => localeOf(path) !== undefined || isLabels(path);

type Labels = ReadonlyMap<string, string>;
type Files = Readonly<Record<string, string>>;

/** A translation may be longer than a title, but holds what a title does: no letters that pass for those of another script. */
const isTranslation = (value: unknown): boolean => {
  const text = explanationShape.safeParse(value);
  return text.success && isOfOneScript(text.data);
};

export const labelFaults = (text: string): LiquidFault[] =>
  textFileFaults(text, ([source, value]) =>
    isTranslation(value)
      ? []
      : [
          {
            found: `a translation of ${quote(source)} of another kind`,
            allowed: `one line of text in one script, of at most ${EXPLANATION_MAX_CHARS} characters`,
            offset: Math.max(0, text.indexOf(JSON.stringify(source))),
          },
        ],
  );

/** The valid labels of a package for readers of a language: `pt-BR`, then `pt`. Undefined if the package has none. */
export function translationsFor(files: Files, language: string): Labels | undefined {
  const parts = language.toLowerCase().split("-");
  const wanted = parts.map((_, index) => parts.slice(0, parts.length - index).join("-"));
  const paths = wanted.flatMap((tag) =>
    Object.keys(files).filter((path) => labelsLanguage(path)?.toLowerCase() === tag),
  );
  const text = files[paths[0] ?? ""];
  if (text === undefined || labelFaults(text).length > 0) return undefined;
  return new Map(Object.entries(JSON.parse(text) as Record<string, string>));
}

/** Members of a manifest that people read. */
const READ: ReadonlySet<string> = new Set(["title", "plural", "description", "error", "asks"]);

/** Members whose texts people read, whatever their names. */
const TEXTS = "messages";

/** Members with values of an author's own, which may have members of the same names. */
const VALUES: ReadonlySet<string> = new Set(["default", "example", "const", "enum", "mcp"]);

/** Fields of a preset are values. Fields of a type are a schema. */
const isValues = (name: string, value: unknown): boolean =>
  VALUES.has(name) || (name === "fields" && !(isObject(value) && isObject(value["properties"])));

function walked(value: unknown, say: (text: string) => string, within = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => walked(one, say));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    if (typeof member === "string") return [name, READ.has(name) || within === TEXTS ? say(member) : member] as const;
    return [name, isValues(name, member) ? member : walked(member, say, name)] as const;
  });
  return Object.fromEntries(members);
}

/** A part of a manifest with its texts translated, as far as the labels have them. */
export const labelled = <T>(part: T, labels: Labels | undefined): T =>
  labels ? (walked(part, (text) => labels.get(text) ?? text) as T) : part;

/** The texts that a manifest shows to people who edit, each once. */
export function labelsOf({ name, description, contributes }: Manifest): string[] {
  const texts = new Set<string>();
  walked({ title: name, description, contributes }, (text) => {
    texts.add(text);
    return text;
  });
  return [...texts];
}

/** Texts that a file of labels lacks, and those that the manifest no longer has, as lines for the author. */
export function labelNotes(manifest: Manifest, files: Files): string[] {
  const texts = labelsOf(manifest);
  return Object.keys(files)
    .filter(isLabels)
    .flatMap((path) => {
      const labels = translationsFor(files, labelsLanguage(path) ?? "") ?? new Map<string, string>();
      const missing = texts.filter((text) => !labels.has(text));
      const unused = [...labels.keys()].filter((text) => !texts.includes(text));
      return [
        ...missing.map((text) => `${path}: ${quote(text)} is missing; editors read the manifest's own text.`),
        ...unused.map((text) => `${path}: ${quote(text)} is no text of the manifest.`),
      ];
    });
}
