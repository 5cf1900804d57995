import { html } from "hono/html";
import { type RefusalCode, refusalStatus } from "../../../../manifests/refusals/refusal.ts";
import { ANSWER_HEADERS } from "../../../../runtime/serving/answerHeaders.ts";
import { reader } from "../../../words/reader.ts";
import { LANGUAGES } from "../../../words/shape/languages.ts";
import { wordsOf } from "../../../words/wordsOf.ts";
import { WORDS } from "../../../words/words.ts";
import { STYLE } from "../../../web/document/sheet.generated.ts";
import { STYLE_PATH } from "../../../web/document/sheetPath.ts";
import { SCRIPT } from "../../../web/assets/assets.generated.ts";
import { ICON_PATH, SCRIPT_PATH } from "../../../web/assets/assetPaths.ts";
import type { Html } from "./html.ts";
import { supportCode } from "./supportCode.ts";

/**
 * The content security policy of editor pages. It allows one script and one style sheet by their exact addresses, so
 * that uploads and plugins' answers cannot be either. The pages cannot be framed, and forms post only to this origin.
 */
const policyFor = (origin: string, framesDraft: boolean, scripts: readonly PageScript[]): string =>
  [
    "default-src 'none'",
    `script-src ${[SCRIPT_PATH, ...scripts.flatMap(({ path, parts = [] }) => [path, ...parts])].map((path) => origin + path).join(" ")}`,
    `style-src ${origin}${STYLE_PATH}`,
    "img-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    ...(framesDraft ? ["frame-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/** A script of one page, beside the one of every page. */
export interface PageScript {
  readonly path: string;
  readonly integrity: string;
  /** Paths of the scripts that it may load. */
  readonly parts?: readonly string[];
}

export interface Sheet {
  readonly title: string;
  /** The content of the header, beside the product's name. */
  readonly bar: Html | string;
  readonly main: Html;
  /** True if the page shows the site's pages in frames. */
  readonly framesDraft?: boolean;
  readonly scripts?: readonly PageScript[];
  readonly kind?: "editorPage" | "joinPage";
}

/** Answers a page of the editor, which is neither cached nor indexed. */
export async function sheet(
  origin: string,
  status: number,
  page: Sheet,
  more: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const headers = {
    ...ANSWER_HEADERS[page.kind ?? "editorPage"],
    "Content-Security-Policy": policyFor(origin, page.framesDraft === true, page.scripts ?? []),
    ...more,
  };
  return new Response(`${await document(page)}\n`, { status, headers });
}

const document = ({ title, bar, main, scripts = [] }: Sheet): Html => html`<!doctype html>
<html lang="${reader().language}" dir="${LANGUAGES[reader().language].direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="${ICON_PATH}">
<link rel="stylesheet" href="${STYLE_PATH}" integrity="${STYLE.integrity}">
<script type="module" src="${SCRIPT_PATH}" integrity="${SCRIPT.integrity}"></script>
${scripts.map(({ path, integrity }) => html`<script type="module" src="${path}" integrity="${integrity}"></script>`)}
</head>
<body>
<a class="skip" href="#main">${WORDS.everyPage.skip}</a>
${bar}
${main}
</body>
</html>`;

/** Answers a person without access: the refusal and how to continue. */
export const refusalSheet = (
  origin: string,
  code: RefusalCode,
  more: { readonly body?: Html; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> =>
  sheet(
    origin,
    refusalStatus(code),
    {
      title: wordsOf(code),
      bar: "",
      main: html`<main id="main" class="alone" data-refused="${code}"><h1>${wordsOf(code)}</h1>${more.body ?? ""}${supportCode(code)}</main>`,
    },
    more.headers,
  );
