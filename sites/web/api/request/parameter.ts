import * as z from "zod/mini";
import { LIST_MAX_ROWS } from "../../../../manifests/bounds/api.ts";
import { PATH_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { CONTRIBUTIONS_MAX, NAME_MAX_CHARS } from "../../../../manifests/bounds/manifest.ts";
import { nameShape, pluginIdShape } from "../../../../manifests/shapes/shape.ts";
import { documentId } from "../../../../runtime/documents/content/section.ts";

/** A parameter in the path or the query: text for the caller, a validated value in the code. */
export interface Parameter<T = unknown> {
  readonly schema: z.ZodMiniType<T>;
  readonly says: string;
  /** True if the text is JSON. */
  readonly isJson?: true;
  /** Converts the text. Unreadable text is returned unchanged, so that the schema refuses it. */
  read(text: string): unknown;
}

export type Parameters = Readonly<Record<string, Parameter>>;
export type ParameterValues<P extends Parameters> = {
  readonly [K in keyof P]: P[K] extends Parameter<infer T> ? T : never;
};
/** The values of query parameters, all of which are optional. */
export type OptionalValues<P extends Parameters> = Partial<ParameterValues<P>>;

const WHOLE = /^(?:0|[1-9][0-9]{0,15})$/;

export const word = <T>(schema: z.ZodMiniType<T>, says: string): Parameter<T> => ({
  schema,
  says,
  read: (text) => text,
});
export const whole = (min: number, max: number, says: string): Parameter<number> => ({
  schema: z.int().check(z.gte(min), z.lte(max)),
  says,
  read: (text) => (WHOLE.test(text) ? Number(text) : text),
});

const MOST = Number.MAX_SAFE_INTEGER;

export const page = word(documentId, "Id of a page.");
export const section = word(documentId, "Id of a section of the page, at any depth.");
export const version = whole(1, MOST, "A version of the page.");
export const since = whole(0, MOST, "`change` from the previous answer. Only later changes are listed.");
export const release = whole(1, MOST, "Number of a release.");
export const schedule = word(
  z.string().check(z.regex(/^[A-Za-z0-9-]{1,64}$/, "the id of a schedule")),
  "Id of a schedule.",
);
export const member = word(z.string().check(z.regex(/^[0-9a-f]{64}$/, "the id of a member")), "Id of a member.");
export const login = word(z.string().check(z.regex(/^[0-9a-f]{64}$/, "the id of a login")), "Id of a login.");
export const link = word(
  z.string().check(z.regex(/^[0-9a-f]{64}$/, "the id of an invitation link")),
  "Id of an invitation link.",
);
export const agent = word(
  z.string().check(z.regex(/^[A-Za-z0-9]{16}$/, "the id of an agent's grant")),
  "Id of an agent's grant.",
);

export const plugin = word(pluginIdShape, "Id of a plugin.");
export const action = word(nameShape, "Name of an action of the plugin.");
export const flag = (says: string): Parameter<boolean> => ({
  schema: z.boolean(),
  says,
  read: (text) => (text === "true" || text === "false" ? text === "true" : text),
});

/** A value that is written as JSON. Unreadable JSON is refused as text. */
export const json = <T>(schema: z.ZodMiniType<T>, says: string): Parameter<T> => ({
  schema,
  says,
  isJson: true,
  read(text) {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return text;
    }
  },
});

/** A comma-separated list of names. */
export const names = (says: string): Parameter<string[]> => ({
  schema: z.array(z.string().check(z.maxLength(NAME_MAX_CHARS))).check(z.maxLength(CONTRIBUTIONS_MAX)),
  says,
  read: (text) => text.split(","),
});

export const limit = whole(1, LIST_MAX_ROWS, "Maximum number of rows in one page of the list.");
const CURSOR = "The cursor: `next` from the previous page.";
export const textCursor = word(z.string().check(z.minLength(1), z.maxLength(PATH_MAX_CHARS * 2)), CURSOR);
export const numberCursor = whole(1, MOST, CURSOR);
export const moment = whole(0, MOST, "Milliseconds since 1970.");
