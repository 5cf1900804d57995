import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Page, pageOf, pages, ROOT } from "./page.ts";

/** The tests that run the blocks under a heading. Each test file names the page. */
const RUN_BY: Readonly<Record<string, string>> = {
  "README.md#Run it": "test/machine/npm.test.ts",
  "docs/api.md#Forms": "test/machine/login.test.ts",
  "docs/plugins/code.md#Testing": "test/docs/authors.test.ts",
  "docs/plugins/trust.md#Packages and trust": "test/cli/plugin.test.ts",
  "docs/plugins/trust.md#Indexes": "test/cli/index.test.ts",
  "docs/operating.md#Indexes of plugins": "test/worker/api/pluginIndexes.test.ts",
  "docs/api.md#With curl": "test/machine/login.test.ts",
  "docs/api.md#Pictures, documents and films": "test/machine/login.test.ts",
  "docs/operating.md#Deploying what was prepared": "test/machine/package.test.ts",
  "docs/operating.md#Looking at a deployment": "test/machine/package.test.ts",
  "docs/moving-in.md#Try it first": "test/machine/movingIn.test.ts",
  "docs/moving-in.md#Move": "test/machine/movingIn.test.ts",
  "docs/moving-in.md#Rows of a table": "test/machine/movingIn.test.ts",
  "docs/moving-in.md#And out again": "test/machine/movingIn.test.ts",
  "docs/moving-in.md#From one site to another": "test/machine/movingIn.test.ts",
  "docs/keys-and-logs.md#Rotation": "test/machine/package.test.ts",
  "docs/operating.md#Backups and exports": "test/machine/login.test.ts",
  "docs/operating.md#Erase and restore": "test/machine/login.test.ts",
  "docs/operating.md#Going back by the platform's log": "test/machine/login.test.ts",
  "docs/operating.md#From an empty folder": "test/machine/package.test.ts",
  "docs/operating.md#On your own machine": "test/machine/service/documented.test.ts",
  "docs/operating.md#Without a proxy": "test/machine/service/documented.test.ts",
  "docs/operating.md#Starters": "test/machine/people/siteCommand.test.ts",
  "docs/operating.md#Day to day": "test/machine/login.test.ts",
  "docs/operating.md#The first owner": "test/docs/provisioning.test.ts",
  "docs/plugins/code.md#Data of sections": "test/docs/authors.test.ts",
  "docs/plugins/code.md#Asked before a publication": "test/docs/authors.test.ts",
  "docs/plugins/code.md#JSON routes": "test/docs/authors.test.ts",
  "docs/plugins/code.md#Pages in the editor": "test/docs/authors.test.ts",
  "docs/plugins/code.md#Webhooks": "test/docs/authors.test.ts",
  "docs/plugins/code.md#Actions in the editor": "test/docs/authors.test.ts",
  "docs/plugins/code.md#Settings and secrets": "test/docs/authors.test.ts",
  "docs/plugins/code.md#Data of earlier versions": "test/docs/authors.test.ts",
  "docs/plugins/code.md#TypeScript and packages": "test/cli/bundling/typescript.test.ts",
  "docs/plugins/cookbook.md#A notice above a page": "test/docs/cookbook.test.ts",
  "docs/plugins/cookbook.md#A list of prices": "test/docs/cookbook.test.ts",
  "docs/plugins/cookbook.md#A row of pictures": "test/docs/cookbook.test.ts",
  "docs/plugins/cookbook.md#The latest entries": "test/docs/cookbook.test.ts",
  "docs/plugins/cookbook.md#A quotation between paragraphs": "test/docs/cookbook.test.ts",
  "docs/plugins/cookbook.md#A footnote of your own": "test/docs/cookbook.test.ts",
  "docs/plugins/cookbook.md#A kind of page with fields": "test/docs/cookbook.test.ts",
  "docs/plugins/cookbook.md#A file at its own address": "test/docs/cookbook.test.ts",
  "docs/plugins/cookbook.md#A list of pages as JSON": "test/docs/cookbook.test.ts",
  "docs/plugins/cookbook.md#Structured data in the head": "test/docs/cookbook.test.ts",
  "docs/plugins/cookbook.md#Settings without code": "test/docs/cookbook.test.ts",
  "docs/plugins/cookbook.md#Questions to visitors": "test/docs/cookbook.test.ts",
  "docs/plugins/cookbook.md#A tool for agents": "test/docs/cookbook.test.ts",
  "docs/plugins/cookbook.md#A rule for publications": "test/docs/cookbook.test.ts",
  "docs/plugins/cookbook.md#A counter that visitors press": "test/docs/cookbook.test.ts",
  "docs/plugins/cookbook.md#Data of another service": "test/docs/cookbook.test.ts",
  "docs/plugins/cookbook.md#A webhook of a service": "test/docs/cookbook.test.ts",
  "docs/plugins/cookbook.md#A group of readers who have paid": "test/docs/cookbook.test.ts",
  "docs/plugins/cookbook.md#Send visitors to a checkout": "test/docs/cookbook.test.ts",
  "docs/plugins/cookbook.md#A page in the editor": "test/docs/cookbook.test.ts",
  "docs/plugins/cookbook.md#A letter when something is wrong": "test/docs/cookbook.test.ts",
  "docs/plugins/content-types.md#The type": "test/docs/contentTypes.test.ts",
  "docs/plugins/content-types.md#Entries without a page": "test/docs/contentTypes.test.ts",
  "docs/plugins/content-types.md#Templates": "test/docs/contentTypes.test.ts",
  "docs/plugins/content-types.md#Lists": "test/docs/contentTypes.test.ts",
  "docs/plugins/content-types.md#Lists that members choose": "test/docs/contentTypes.test.ts",
  "docs/plugins/content-types.md#Values that members choose": "test/docs/contentTypes.test.ts",
  "docs/plugins/content-types.md#Files of pages": "test/docs/contentTypes.test.ts",
  "docs/plugins/content-types.md#Further pages": "test/docs/contentTypes.test.ts",
  "docs/plugins/content-types.md#Entries of several days": "test/docs/contentTypes.test.ts",
  "docs/plugins/content-types.md#References": "test/docs/contentTypes.test.ts",
  "docs/plugins/content-types.md#In the interface": "test/docs/contentTypes.test.ts",
  "docs/plugins/events.md#plugin.jsonc": "test/docs/eventsTutorial.test.ts",
  "docs/plugins/events.md#event.liquid": "test/docs/eventsTutorial.test.ts",
  "docs/plugins/events.md#event.md.liquid": "test/docs/eventsTutorial.test.ts",
  "docs/plugins/events.md#upcoming.liquid": "test/docs/eventsTutorial.test.ts",
  "docs/plugins/events.md#archive.liquid": "test/docs/eventsTutorial.test.ts",
  "docs/plugins/events.md#event.ics.liquid": "test/docs/eventsTutorial.test.ts",
  "docs/plugins/events.md#head.liquid": "test/docs/eventsTutorial.test.ts",
  "docs/plugins/events.md#locales/en.json": "test/docs/eventsTutorial.test.ts",
  "docs/plugins/events.md#locales/de.json": "test/docs/eventsTutorial.test.ts",
  "docs/plugins/manifest.md#A complete plugin": "test/plugins/documentation.test.ts",
  "docs/plugins/manifest.md#Changing fields": "test/docs/migrate.test.ts",
  "docs/plugins/manifest.md#Imports": "test/docs/authors.test.ts",
  "docs/plugins/manifest.md#Letters": "test/docs/authors.test.ts",
  "docs/plugins/code.md#Letters": "test/docs/authors.test.ts",
  "docs/plugins/manifest.md#Queries": "test/docs/authors.test.ts",
  "docs/plugins/manifest.md#Assets": "test/docs/authors.test.ts",
  "docs/plugins/manifest.md#Frames": "test/docs/authors.test.ts",
  "docs/plugins/manifest.md#Media": "test/docs/authors.test.ts",
  "docs/plugins/manifest.md#Forms": "test/docs/authors.test.ts",
  "docs/plugins/manifest.md#Metadata": "test/docs/authors.test.ts",
  "docs/plugins/manifest.md#Files": "test/docs/authors.test.ts",
  "docs/plugins/manifest.md#Lists for other plugins": "test/docs/authors.test.ts",
  "docs/plugins/manifest.md#Tools for agents": "test/docs/authors.test.ts",
  "docs/plugins/manifest.md#What is refused": "test/docs/authors.test.ts",
  "docs/plugins/wire.md#A call": "test/docs/wire.test.ts",
  "docs/plugins/templates.md#Languages": "test/docs/authors.test.ts",
  "docs/plugins/templates.md#Themes": "test/docs/authors.test.ts",
};

/** Blocks with diagrams and output, which are no code. */
const NO_CODE = "text";

/** Blocks without a test and without a reason. */
const unaccounted = (all: readonly Page[]): string[] =>
  all.flatMap(({ path, blocks }) =>
    blocks
      .filter(
        ({ heading, language, notRun }) =>
          language !== NO_CODE && notRun === undefined && !(`${path}#${heading}` in RUN_BY),
      )

      .map(({ heading, code }) => `${path}#${heading}: ${code.split("\n")[0]}`),
  );

test("every block of code in the docs is run by a test or says why not", () => {
  expect(unaccounted(pages())).toEqual([]);
});

test("a block that nobody runs is noticed", () => {
  const text = "# One\n\n```sh\nfirst\n```\n\n<!-- not run: it leaves the machine -->\n```sh\nsecond\n```\n";
  expect(unaccounted([pageOf("docs/made-up.md", text)])).toEqual(["docs/made-up.md#One: first"]);
});

test.each(Object.entries(RUN_BY))("the blocks of %s are there, and %s names the page", (place, by) => {
  const [path = "", heading = ""] = place.split("#");
  const page = pages().find((one) => one.path === path);
  expect(page?.blocks.filter((block) => block.heading === heading)).not.toEqual([]);
  expect(readFileSync(join(ROOT, by), "utf8")).toContain(path.replace(/^docs\//, ""));
});
