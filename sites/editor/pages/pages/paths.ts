import { PATH_MAX_CHARS } from "../../../../manifests/bounds/documents.ts";
import { slugOf } from "../../../../manifests/shapes/pagePath.ts";
import { entryPath } from "../../../../manifests/shapes/entryAddress.ts";
import type { Page } from "../../../../runtime/documents/content/content.ts";
import type { Fields } from "../desk/sent.ts";

/** Tells whether a typed path leaves the last part to the title: it is empty, or ends with a slash. */
export const isOpen = (given: string): boolean => given === "" || given.endsWith("/");

/** The typed path, or one made from the title; for an entry, by the address of its type. `values` has the page's date under an empty name. */
export function pathFrom(given: string, title: string, address?: string, values: Page["values"] = {}): string {
  if (!isOpen(given)) return pathWritten(given);
  const dateOf = (field: string | undefined): string => String(values[field ?? ""] ?? "");
  const made = given === "" && address !== undefined ? entryPath(address, slugOf(title), dateOf) : undefined;
  return made ?? shortened(`${given.replace(/\/+$/, "")}/${slugOf(title)}`);
}

/** The other address that a restored page gets, if the form names one. */
export function elsewhereIn(fields: Fields): { path?: string } {
  const path = (fields.get("path") ?? "").trim();
  return path === "" ? {} : { path: pathWritten(path) };
}

/** A typed path, whose first slash people leave out. */
const pathWritten = (given: string): string => (given.startsWith("/") ? given : `/${given}`);

/** A path within the bound, without half a letter at its end. */
const shortened = (path: string): string => path.slice(0, PATH_MAX_CHARS).replace(/[\ud800-\udbff]$|-+$/, "");
