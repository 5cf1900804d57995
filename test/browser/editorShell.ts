import { build } from "esbuild";
import type { Page } from "playwright-core";
import { ROOT } from "../gates/folder.ts";

/** The policies of the editor and of a draft, as the site sends them. */
const SHELL_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; frame-src 'self'; " +
  "base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'; trusted-types 'none'";
const DRAFT_POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; frame-ancestors 'self'";

const SHELL = `<!doctype html><html lang="en"><head><title>Shell</title><link rel="stylesheet" href="/_shell/shell.css"></head>
<body><main><div><h1>Fields</h1><div id="form"></div></div>
<div><h2>Text</h2><div id="toolbar" class="fields"></div><iframe title="Draft" src="/_shell/draft"></iframe></div></main>
<script type="module" src="/_shell/shell.js"></script></body></html>`;
const DRAFT = `<!doctype html><html lang="en"><head><title>Draft</title></head>
<body><main><h1>Draft</h1><section id="place"><p>As the page shows it</p></section></main></body></html>`;

async function bundle(): Promise<Map<string, { body: string; type: string }>> {
  const { outputFiles } = await build({
    entryPoints: [`${ROOT}/test/fixtures/editor/shell.ts`],
    absWorkingDir: ROOT,
    outdir: "_shell",
    bundle: true,
    splitting: true,
    write: false,
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "preact",
    alias: { "linkify-it": `${ROOT}/sites/editor/rich/standIns/linkify-it.ts` },
  });
  return new Map(
    outputFiles.map(({ path, text }) => [
      path.slice(path.lastIndexOf("/") + 1),
      { body: text, type: path.endsWith(".css") ? "text/css" : "text/javascript" },
    ]),
  );
}

/**
 * Serves a fixture page beside the site's pages, with one form and one text in a frame. The site's own API answers it.
 * The policies are those of the editor and of drafts.
 */
export async function openShell(page: Page, site: string): Promise<void> {
  const files = await bundle();
  await page.route(`${site}/_shell/**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice("/_shell/".length);
    const file = files.get(name);
    const policy = name === "draft" ? DRAFT_POLICY : SHELL_POLICY;
    const html = name === "draft" ? DRAFT : SHELL;
    return route.fulfill({
      body: file?.body ?? html,
      headers: {
        "content-type": `${file?.type ?? "text/html"}; charset=utf-8`,
        ...(file === undefined && { "content-security-policy": policy }),
      },
    });
  });
  await page.goto(`${site}/_shell/`);
  await page.frameLocator("iframe").locator("#place").waitFor();
  await page.waitForFunction(() => "harness" in window);
}
