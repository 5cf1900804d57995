/** Every address of the API that a page names is one that the site answers, with its method. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { STATIC_FOLDER } from "../../sites/bundles/staticFiles.ts";
import { LIVE_PATH } from "../../sites/platform/live/live.ts";
import { API_DESCRIPTION } from "../../sites/web/api/description/apiDescription.ts";
import { type Page, pageOf, pages } from "./page.ts";

type Methods = Readonly<Record<string, unknown>>;

const { paths } = JSON.parse(readFileSync(join(STATIC_FOLDER, API_DESCRIPTION), "utf8")) as {
  readonly paths: Readonly<Record<string, Methods>>;
};

/** Addresses outside the description: itself, the socket, and the answers of one machine. */
const BESIDE: Readonly<Record<string, Methods>> = {
  "/api/openapi.json": { get: {} },
  "/api/health": { get: {} },
  [LIVE_PATH]: { get: {} },
};
const ADDRESSES = Object.entries({ ...paths, ...BESIDE });

const NAMED = /^(?:([A-Z]+) )?(?:https?:\/\/[^/]+)?(\/api\/[^\s?#]+)/;

/** An example such as `/api/pages/services` fits `/api/pages/{page}`, and so do `{…}` and `<…>`. */
const fits = (address: string, example: string): boolean =>
  new RegExp(`^${address.replaceAll(/\{[^}]*\}/g, "[^/]+")}$`).test(example.replaceAll(/<[^>]*>/g, "x"));

const isAnswered = (method: string | undefined, example: string): boolean =>
  ADDRESSES.some(
    ([address, methods]) => fits(address, example) && (method === undefined || method.toLowerCase() in methods),
  );

const examplesOn = ({ path, codes }: Page): { path: string; method: string | undefined; example: string }[] =>
  codes.flatMap((code) => {
    const [, method, example] = NAMED.exec(code) ?? [];
    return example === undefined ? [] : [{ path, method, example }];
  });

/** The address of a plugin's route or webhook goes on with a path of its own. */
const ROUTE = /^\/api\/plugins\/<[^>]+>\/(?:routes|webhooks)/;

const unanswered = (all: readonly Page[]): string[] =>
  all
    .flatMap(examplesOn)
    .filter(({ method, example }) => !ROUTE.test(example) && !isAnswered(method, example))
    .map(({ path, method, example }) => `${path}: ${method ?? ""} ${example}`);

test("every address of the API in the docs is answered", () => {
  expect(pages().flatMap(examplesOn).length).toBeGreaterThan(50);
  expect(unanswered(pages())).toEqual([]);
});

test("an address that is not there, and a wrong method, are noticed", () => {
  const text = "`GET /api/pages` `GET /api/cellar` `PATCH /api/releases` `/api/pages/{page}/boats` `PUT /api/theme`\n";
  expect(unanswered([pageOf("docs/made-up.md", text)])).toEqual([
    "docs/made-up.md: GET /api/cellar",
    "docs/made-up.md: PATCH /api/releases",
    "docs/made-up.md:  /api/pages/{page}/boats",
  ]);
});
