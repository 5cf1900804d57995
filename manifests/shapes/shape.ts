/**
 * The basic shapes of manifests. A check's message is the sentence after "allowed:", so it names the allowed values,
 * never the fault.
 */
import * as z from "zod/mini";
import { PATH_MAX_CHARS } from "../bounds/documents.ts";
import {
  CONTRIBUTIONS_MAX,
  EXPLANATION_MAX_CHARS,
  LABEL_MAX_CHARS,
  NAME_MAX_CHARS,
  PLUGIN_ID_MAX_CHARS,
} from "../bounds/manifest.ts";
import { FILE_PATH_MAX_CHARS } from "../bounds/packages.ts";
import { ID_PATTERN, ID_SAYS } from "./id.ts";
import { TYPE_NAME, TYPE_NAME_SAYS } from "./owner.ts";
import { isOfOneScript, isSeen, SCRIPTS_SAYS, SEEN_SAYS } from "./plainText.ts";
import { isVersion, VERSION_SAYS } from "./version.ts";

/** Adds a title and a description to a shape, for editors and the generated types. */
export const titled = <T extends z.ZodMiniType>(shape: T, title: string, description: string): T =>
  shape.check(z.meta({ title, description }));

/** An optional member with a title and a description. */
export const optional = <T extends z.ZodMiniType>(shape: T, title: string, description: string) =>
  z.exactOptional(titled(shape, title, description));

/** A whole number from 1 to `most`. */
export const upTo = (most: number) => z.int().check(z.minimum(1), z.maximum(most));

/** The read-only type of a value. A plugin gets a copy, so changing it has no effect. */
export type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

/** An object with exactly these members. The refusal of an unknown member lists the known ones. */
export const exactly = <T extends z.core.$ZodLooseShape>(members: T) =>
  z.strictObject(members, {
    error: (raw) => (raw.code === "unrecognized_keys" ? `only ${Object.keys(members).join(", ")}` : undefined),
  });

const ONE_LINE = /^[^\u0000-\u001f\u007f]*$/;
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const FIELD_NAME = /^[a-z][A-Za-z0-9_]*$/;
const FILE_PATH = /^[A-Za-z0-9_][A-Za-z0-9_.-]*(\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/;
const PAGE_PATH = /^(\/|(\/[a-z0-9]+(-[a-z0-9]+)*)+)$/;

const NAME_SAYS = `a name of lower-case letters and digits in words joined by hyphens, at most ${NAME_MAX_CHARS} characters`;
export const FILE_PATH_SAYS =
  "a relative path such as sections/hero.liquid: ASCII letters, digits, _ . and -, parts joined by /, none starting with a dot";

export const isFilePath = (path: string): boolean =>
  FILE_PATH.test(path) &&
  path.length <= FILE_PATH_MAX_CHARS &&
  !/(^|\/)(__proto__|constructor|prototype)($|\/)/.test(path);

export const pluginIdShape = z.string().check(z.maxLength(PLUGIN_ID_MAX_CHARS), z.regex(ID_PATTERN, ID_SAYS));
export const versionShape = z.string().check(z.refine(isVersion, VERSION_SAYS));
export const nameShape = z.string().check(z.maxLength(NAME_MAX_CHARS, NAME_SAYS), z.regex(NAME, NAME_SAYS));
export const fieldNameShape = z
  .string()
  .check(
    z.maxLength(NAME_MAX_CHARS),
    z.regex(FIELD_NAME, "the name of a field: a lower-case letter, then letters, digits and _"),
  );
/** A name of a form's field. */
export const inputNameShape = z
  .string()
  .check(z.regex(/^[a-z][A-Za-z0-9_-]{0,39}$/, "the name of a field of the form"));
/** A contribution's name with its plugin's id. */
export const qualifiedNameShape = z
  .string()
  .check(
    z.maxLength(PLUGIN_ID_MAX_CHARS + 1 + NAME_MAX_CHARS),
    z.regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+\/[a-z][a-z0-9-]*$/, "<plugin id>/<name>"),
  );
/** The name of a content type: a plugin's, or one that the owner of a site made. */
export const typeNameShape = z
  .string()
  .check(z.maxLength(PLUGIN_ID_MAX_CHARS + 1 + NAME_MAX_CHARS), z.regex(TYPE_NAME, TYPE_NAME_SAYS));
export const labelShape = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(LABEL_MAX_CHARS),
    z.regex(ONE_LINE, SEEN_SAYS),
    z.refine(isSeen, SEEN_SAYS),
    z.refine(isOfOneScript, SCRIPTS_SAYS),
  );
export const explanationShape = z
  .string()
  .check(z.minLength(1), z.maxLength(EXPLANATION_MAX_CHARS), z.regex(ONE_LINE, SEEN_SAYS), z.refine(isSeen, SEEN_SAYS));
export const filePathShape = z
  .string()
  .check(z.maxLength(FILE_PATH_MAX_CHARS), z.regex(FILE_PATH, FILE_PATH_SAYS), z.refine(isFilePath, FILE_PATH_SAYS));
export const pagePathShape = z
  .string()
  .check(
    z.maxLength(PATH_MAX_CHARS),
    z.regex(PAGE_PATH, "a page path: / or lower-case words such as /journal/first-year"),
  );

/** A JSON Schema of an author. `fieldSchema.ts` decides what it may contain. */
export const jsonSchemaShape = z.record(z.string(), z.unknown());
export type JsonSchema = Record<string, unknown>;

/** Values for fields. The fields' schema validates them. */
export const valuesShape = z.record(z.string(), z.unknown());

/** A list of contributions to one point. */
export const manyOf = <T extends z.ZodMiniType>(shape: T) => z.array(shape).check(z.maxLength(CONTRIBUTIONS_MAX));

export const nameField = (what: string) =>
  titled(nameShape, "Name", `Name of the ${what}; unique among its kind in this plugin. Never changes once published.`);
export const titleField = (what: string) => titled(labelShape, "Title", `The name that people see for the ${what}.`);
export const descriptionOf = (what: string) =>
  titled(z.exactOptional(explanationShape), "Description", `One or two sentences about the ${what}.`);
export const fileOf = (title: string, description: string) => titled(filePathShape, title, description);
