import * as z from "zod/mini";
import { PATH_MAX_CHARS } from "../bounds/documents.ts";
import { LABEL_MAX_CHARS } from "../bounds/manifest.ts";
import { fixedQueriesOf } from "../shapes/query.ts";
import { normalPath } from "../shapes/normalPath.ts";
import { isReservedPath } from "../shapes/reservedPath.ts";
import { exactly, fileOf, manyOf, nameField, titled } from "../shapes/shape.ts";

/**
 * Content types with which a browser runs no script. The site's own origin serves files that a plugin's template
 * renders, so HTML, SVG and script are excluded.
 */
const TEXT_TYPE =
  /^(application\/(atom\+|rss\+)?xml|text\/(plain|markdown)); charset=utf-8(; profile="[a-z0-9:./-]+")?$/;
const JSON_TYPE = /^application\/([a-z][a-z0-9-]*\+)?json(; charset=utf-8)?$/;
const FILE_TYPE_SAYS =
  "application/xml, application/atom+xml, application/rss+xml, text/plain or text/markdown, each with ; charset=utf-8, " +
  "or application/json or application/<name>+json";
const isFileType = (type: string): boolean => TEXT_TYPE.test(type) || JSON_TYPE.test(type);

/** Files that every browser or crawler takes for the site's own. A plugin serves one only in this spelling. */
const WELL_KNOWN = ["/sitemap.xml", "/robots.txt", "/llms.txt", "/feed.xml"];
/** Addresses that browsers ask for by themselves, or that stand for a page. */
const NOBODYS = ["/favicon.ico", "/index.html", "/index.htm"];
const SERVED_PATH = /^(\/[A-Za-z0-9._-]*[A-Za-z0-9])+$/;
const SERVED_SAYS =
  "an absolute path with a file extension such as /sitemap.xml, not under /api, /media, /_assets or /_editor, not /index.html or /favicon.ico; " +
  ".md only under /.well-known, because /<path>.md is the Markdown of a page";

export const isServedPath = (path: string): boolean =>
  SERVED_PATH.test(path) &&
  /\/[^/]+\.[a-z0-9]+$/.test(path) &&
  !path.includes("..") &&
  !isReservedPath(path) &&
  !NOBODYS.includes(normalPath(path)) &&
  (WELL_KNOWN.includes(path) || !WELL_KNOWN.includes(normalPath(path))) &&
  (!path.endsWith(".md") || path.startsWith("/.well-known/"));

export const metadataShape = exactly({
  name: nameField("fragment"),
  template: fileOf("Template", "Liquid template of elements for the page's <head>."),
});

export const fileShape = exactly({
  path: titled(
    z.string().check(z.maxLength(PATH_MAX_CHARS), z.refine(isServedPath, SERVED_SAYS)),
    "Path",
    "The path at which the site serves the file.",
  ),
  type: titled(
    z.string().check(z.maxLength(LABEL_MAX_CHARS), z.refine(isFileType, FILE_TYPE_SAYS)),
    "Type",
    "Content type of the file.",
  ),
  template: fileOf("Template", "Liquid template of the file."),
  queries: fixedQueriesOf(),
});

export const metadataListShape = manyOf(metadataShape);
export const fileListShape = manyOf(fileShape);
