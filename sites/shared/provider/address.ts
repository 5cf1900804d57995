/** An address of the provider's API: its path, its body, and the shape of its answer. */
import type * as z from "zod/mini";
import type { HttpMethod } from "../../../manifests/shapes/methods.ts";

export interface Address<T> {
  readonly method: HttpMethod;
  /** The path from the API's root, with every part encoded. */
  readonly path: string;
  readonly shape: z.ZodMiniType<T>;
  /** Sent as JSON, or as the form it is. */
  readonly body?: unknown;
  /** Tells whether the answer is about the requested resource. The API's own word is not enough. */
  readonly isAbout?: (result: T) => boolean;
}

/** A list that comes in pages. */
export interface ListAddress<T> extends Omit<Address<T>, "shape" | "isAbout" | "method"> {
  readonly method: "GET";
  readonly row: z.ZodMiniType<T>;
  /** Rows that were asked for. A filter in the address may match more, such as names that begin alike. */
  readonly isAsked?: (row: T) => boolean;
}

/** Part of a path. `.` and `..` would lead to another address, and no name of the platform is one of them. */
function segment(part: string): string {
  if (/^\.*$/.test(part)) throw new TypeError(`${JSON.stringify(part)} is no part of an address.`);
  return encodeURIComponent(part);
}

/** Builds a path from a template. Each value stays one segment of the path. */
export const path = (fixed: TemplateStringsArray, ...parts: readonly string[]): string =>
  String.raw({ raw: fixed }, ...parts.map(segment));

/** A query from names and values. */
export const query = (members: Readonly<Record<string, string>>): string =>
  `?${new URLSearchParams(members).toString()}`;
