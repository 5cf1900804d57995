/**
 * Builds the HTML document around everything that plugins render. Only the kernel decides which files a browser loads.
 */
import { originOfPath } from "../documents/content/languageHosts.ts";
import type { Theme } from "../documents/content/content.ts";
import { attributes, escapeHtml } from "../templates/escape.ts";
import { EDITOR_ENTRY } from "./editorEntry.ts";
import { isRightToLeft } from "./languages/direction.ts";
import { isHome } from "./localized.ts";
import { ownSource, scriptFrom } from "./pagePolicy.ts";
import type { PageInput, SiteView } from "./view.ts";
import { VISIT_SCRIPT_ELEMENT, VISIT_SCRIPT_PATH } from "./visits/script.ts";

const SCHEMES: Readonly<Record<Theme["scheme"], string>> = { auto: "light dark", light: "light", dark: "dark" };

/** Attributes of the root element, which style sheets depend on. */
export const rootAttributes = ({ settings, theme }: Pick<SiteView, "settings" | "theme">): Record<string, string> => ({
  lang: settings.language,
  ...(isRightToLeft(settings.language) ? { dir: "rtl" } : {}),
  "data-scheme": theme.scheme,
  "data-theme": theme.theme,
});

/** A rule that keeps the page out of the index. Another rule of a plugin must not hide the member's wish. */
const FORBIDS_INDEX = /<meta\s[^>]*name="robots"[^>]*content="[^"]*(?:noindex|none)/i;

/** The title and the `noindex` mark, if no metadata plugin wrote them. */
function missingHead(input: PageInput, fragments: string): string[] {
  const { page, site } = input;
  const title = isHome(input) ? site.settings.name : `${page.title} · ${site.settings.name}`;
  return [
    /<title[\s>]/i.test(fragments) ? "" : `<title>${escapeHtml(title)}</title>`,
    page.noindex !== true || FORBIDS_INDEX.test(fragments) ? "" : '<meta name="robots" content="noindex">',
  ];
}

/**
 * The head of a draft. Search engines must never list a draft. If a page or plugin adds another robots rule, the
 * stricter one applies.
 */
function editHead({ mode, editor }: PageInput): string[] {
  if (mode === "published" || !editor) return [];
  return [
    '<meta name="robots" content="noindex, nofollow, noarchive">',
    `<meta name="svc-draft-change" content="${editor.change}">`,
  ];
}

/** The link to the editor. The site's settings may remove it for visitors, but not for members. */
const entry = ({ mode, site }: PageInput): string =>
  mode === "edit" || site.settings.editorEntry !== false ? EDITOR_ENTRY : "";

const reportsVisits = ({ mode, site }: PageInput): boolean => mode === "published" && site.settings.visits === "script";

/** The scripts that the document itself loads, as a page lists its frames. */
export const shellScripts = (input: PageInput): readonly string[] =>
  reportsVisits(input) ? [scriptFrom(ownSource(originOfPath(input.site, input.page.path), VISIT_SCRIPT_PATH))] : [];

export function htmlDocument(input: PageInput, fragments: string, body: string): string {
  const { site, mode, banner = "" } = input;
  const edit =
    mode === "published" ? "" : ` data-page-id="${escapeHtml(input.id)}" data-page-version="${input.version}"`;
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta name="color-scheme" content="${SCHEMES[site.theme.scheme]}">`,
    entry(input),
    `<link rel="stylesheet" href="${escapeHtml(site.stylesheet)}">`,
    ...missingHead(input, fragments),
    ...editHead(input),
    fragments,
    reportsVisits(input) ? VISIT_SCRIPT_ELEMENT : "",
  ];
  return (
    `<!doctype html>\n<html${attributes(rootAttributes(site))}>\n` +
    `<head>\n${head.filter((line) => line !== "").join("\n")}\n</head>\n<body${edit}>\n${body}\n${banner}</body>\n</html>\n`
  );
}
