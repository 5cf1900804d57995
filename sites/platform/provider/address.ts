/** A request to the provider's API, with the shape of its answer. */
import type * as z from "zod/mini";
import type { HttpMethod } from "../../../manifests/shapes/methods.ts";

export interface Address<T> {
  readonly method: HttpMethod;
  /** The path from the API's root. Every segment is encoded. */
  readonly path: string;
  readonly shape: z.ZodMiniType<T>;
  /** The body: a form, or any value to send as JSON. */
  readonly body?: unknown;
  /**
   * True if the answer is about the requested resource. The client checks this, because the API may answer with another
   * one.
   */
  readonly isAbout?: (result: T) => boolean;
}

/** A request for a paginated list. */
export interface ListAddress<T> extends Omit<Address<T>, "shape" | "isAbout" | "method"> {
  readonly method: "GET";
  readonly row: z.ZodMiniType<T>;
  /** True for a requested row. The API's filter may match more, such as names with the same prefix. */
  readonly isAsked?: (row: T) => boolean;
}

/** Encodes a path segment. Refuses `.` and `../../shared`, which would change the path; no resource has such a name. */
function segment(part: string): string {
  if (/^\.*$/.test(part)) throw new TypeError(`${JSON.stringify(part)} cannot be part of an address.`);
  return encodeURIComponent(part);
}

/** Builds a path from a template. Each value becomes one segment. */
export const path = (fixed: TemplateStringsArray, ...parts: readonly string[]): string =>
  String.raw({ raw: fixed }, ...parts.map(segment));

/** A query from names and values. */
export const query = (members: Readonly<Record<string, string>>): string =>
  `?${new URLSearchParams(members).toString()}`;
