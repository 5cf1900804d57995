import { expect, test } from "vitest";
import { shaped } from "../../sites/web/api/request/shaped.ts";
import { provisioning } from "../../sites/web/provisioning/payload.ts";
import { pages } from "./page.ts";

test("the site in operating.md fits the operator's request", () => {
  const page = pages().find(({ path }) => path === "docs/operating.md");
  const [code = ""] =
    page?.blocks.filter(({ heading }) => heading === "The first owner").map((block) => block.code) ?? [];
  const request = JSON.parse(code) as unknown;
  expect(shaped(request, provisioning)).toEqual(request);
});
