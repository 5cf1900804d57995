import * as z from "zod/mini";
import { PATH_MAX_CHARS } from "../bounds/documents.ts";
import { LABEL_MAX_CHARS } from "../bounds/manifest.ts";
import { fixedQueriesOf } from "../shapes/query.ts";
import { normalPath } from "../shapes/normalPath.ts";
import { isReservedPath } from "../shapes/reservedPath.ts";
import { exactly, fileOf, manyOf, nameField, optional, typeNameShape, titled } from "../shapes/shape.ts";

/**
 * Content types with which a browser runs no script. The site's own origin serves files that a plugin's template
 * renders, so HTML, SVG and script are excluded.
 */
const TEXT_TYPE =
  /^(application\/(atom\+|rss\+)?xml|text\/(plain|markdown|calendar)); charset=utf-8(; profile="[a-z0-9:./-]+")?$/;
const JSON_TYPE = /^application\/([a-z][a-z0-9-]*\+)?json(; charset=utf-8)?$/;
const FILE_TYPE_SAYS =
  "application/xml, application/atom+xml, application/rss+xml, text/plain, text/markdown or text/calendar, each with ; charset=utf-8, " +
  "or application/json or application/<name>+json";
const isFileType = (type: string): boolean => TEXT_TYPE.test(type) || JSON_TYPE.test(type);

/** Files that every browser or crawler takes for the site's own. A plugin serves one only in this spelling. */
const WELL_KNOWN = ["/sitemap.xml", "/robots.txt", "/llms.txt", "/feed.xml"];
/** Addresses that browsers ask for by themselves, or that stand for a page. */
const NOBODYS = ["/favicon.ico", "/index.html", "/index.htm"];
const SERVED_PATH = /^(\/[A-Za-z0-9._-]*[A-Za-z0-9])+$/;
const SERVED_SAYS =
  "an absolute path with a file extension such as /sitemap.xml, not under /api, /media, /_assets, /_editor or /_draft, not /index.html or /favicon.ico; " +
  ".md only under /.well-known, because /<path>.md is the Markdown of a page";

export const isServedPath = (path: string): boolean =>
  SERVED_PATH.test(path) &&
  /\/[^/]+\.[a-z0-9]+$/.test(path) &&
  !path.includes("..") &&
  !isReservedPath(path) &&
  !NOBODYS.includes(normalPath(path)) &&
  (WELL_KNOWN.includes(path) || !WELL_KNOWN.includes(normalPath(path))) &&
  (!path.endsWith(".md") || path.startsWith("/.well-known/"));

/** The address of a file of each page begins with the page's own. */
const OF_PAGE = "{page}";
const OF_PAGE_SAYS = "{page} and the rest of the file's address, such as {page}.ics or {page}/feed.xml";

/** The part of a file's address after the page's. Undefined for a file of the site. */
export const pageSuffix = ({ path }: { readonly path: string }): string | undefined =>
  path.startsWith(OF_PAGE) ? path.slice(OF_PAGE.length) : undefined;

const isFilePlace = (path: string): boolean => {
  const suffix = pageSuffix({ path });
  return suffix === undefined ? isServedPath(path) : isServedPath(`/x${suffix}`) && !suffix.slice(1).includes("/");
};

const eachShape = exactly({
  type: optional(typeNameShape, "Type", "The content type of the pages: <plugin id>/<name>."),
  list: optional(z.literal(true), "List", "Each page of a list with further pages, the first and the further ones."),
}).check(z.refine(({ type, list }) => (type === undefined) !== (list === undefined), "either type or list"));

export const metadataShape = exactly({
  name: nameField("fragment"),
  template: fileOf("Template", "Liquid template of elements for the page's <head>."),
});

export const fileShape = exactly({
  each: optional(eachShape, "Each", "The pages that each have a file of their own. Without it, the site has one."),
  path: titled(
    z.string().check(z.maxLength(PATH_MAX_CHARS), z.refine(isFilePlace, SERVED_SAYS)),
    "Path",
    "The path at which the site serves the file. With each, it begins with {page}, which stands for the path of the page.",
  ),
  type: titled(
    z.string().check(z.maxLength(LABEL_MAX_CHARS), z.refine(isFileType, FILE_TYPE_SAYS)),
    "Type",
    "Content type of the file.",
  ),
  template: fileOf("Template", "Liquid template of the file."),
  queries: fixedQueriesOf(),
}).check(
  z.refine((file) => (pageSuffix(file) === undefined) === (file.each === undefined), {
    path: ["path"],
    error: `with each ${OF_PAGE_SAYS}; otherwise a path without {page}`,
  }),
);

export const metadataListShape = manyOf(metadataShape);
export const fileListShape = manyOf(fileShape);
