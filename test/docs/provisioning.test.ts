import { expect, test } from "vitest";
import { shaped } from "../../sites/site/api/request/shaped.ts";
import { provisioning } from "../../sites/site/provisioning/payload.ts";
import { pages } from "./page.ts";

test("the first owner in operating.md fits the operator's request", () => {
  const page = pages().find(({ path }) => path === "docs/operating.md");
  const [code = ""] =
    page?.blocks.filter(({ heading }) => heading === "The first owner").map((block) => block.code) ?? [];
  const { identities } = JSON.parse(`{${code}}`) as { identities: unknown };
  const request = {
    tenant: { id: "try", name: "Try" },
    site: { id: "try", name: "Try" },
    domain: { hostname: "try.localhost" },
    identities,
    document: {
      pages: [{ id: "home", path: "/", title: "Try", sections: [] }],
      navigation: { menus: { header: [], footer: [] } },
      redirects: { entries: [] },
      settings: { name: "Try", language: "en" },
    },
    theme: { theme: "drawbridge.slate/slate", scheme: "auto", tokens: {} },
  };
  expect(shaped(request, provisioning).identities).toEqual(identities);
});
