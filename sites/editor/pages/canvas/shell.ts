/** The document around the canvas. It contains nothing of the site; the script reads everything from the API. */
import { html } from "hono/html";
import { ANSWER_HEADERS } from "../../../../runtime/serving/answerHeaders.ts";
import type { CanvasFiles } from "../../looks/canvasFiles.ts";
import { reader } from "../../../words/reader.ts";
import { LANGUAGES } from "../../../words/shape/languages.ts";
import { WORDS } from "../../../words/words.ts";
import { ICON_PATH } from "../../../web/assets/assetPaths.ts";
import type { Html } from "../drawing/html.ts";
import { builtPath } from "../drawing/builtFiles.ts";

/**
 * The content security policy of the canvas. It allows scripts and styles by their exact addresses, pictures before
 * their upload, and the draft in a frame. Text becomes markup only through ProseMirror's Trusted Types policy for
 * pasted content.
 */
function policyFor(origin: string, { scripts, styles }: CanvasFiles): string {
  const at = (names: readonly string[]): string => names.map((name) => origin + builtPath(name)).join(" ");
  return [
    "default-src 'none'",
    `script-src ${at(scripts)}`,
    `style-src ${at(styles)}`,
    "img-src 'self' blob:",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

/** A place of the editor that the canvas links to. */
export interface ShellLink {
  readonly title: string;
  readonly path: string;
}

export async function canvasShell(
  origin: string,
  files: CanvasFiles,
  name: string,
  areas: readonly ShellLink[],
): Promise<Response> {
  const headers = { ...ANSWER_HEADERS.editorPage, "Content-Security-Policy": policyFor(origin, files) };
  return new Response(`${await document(files, name, areas)}\n`, { headers });
}

const document = (
  { script, style, preloaded, languages }: CanvasFiles,
  name: string,
  areas: readonly ShellLink[],
): Html => html`<!doctype html>
<html lang="${reader().language}" dir="${LANGUAGES[reader().language].direction}" translate="no">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${WORDS.canvas.title} · ${name}</title>
<link rel="icon" href="${ICON_PATH}">
<link rel="stylesheet" href="${builtPath(style.name)}" integrity="${style.integrity}">
${[...preloaded, languages[reader().language]].map((file) => html`<link rel="modulepreload" href="${builtPath(file)}">`)}
<script type="module" src="${builtPath(script.name)}" integrity="${script.integrity}"></script>
</head>
<body>
<div id="editor" data-areas="${JSON.stringify(areas)}"><p class="starting">${WORDS.canvas.starting}</p></div>
<noscript><p class="starting">${WORDS.canvas.needsScript} <a href="/_editor/media">${WORDS.media.title}</a></p></noscript>
</body>
</html>`;
