import { expect, test } from "vitest";
import { MEMBER_TOOLS } from "../../../manifests/agents/memberTools.ts";
import { SCOPES } from "../../../runtime/commands/scopes.ts";
import type { Caller } from "../../../sites/workers/private-mcp/tools/caller.ts";
import { listedTools } from "../../../sites/workers/private-mcp/tools/index.ts";

test("the names of all tools for members are reserved, and no others", () => {
  const owner = { role: "owner", scopes: SCOPES } as unknown as Caller;
  expect(
    listedTools(owner)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([...MEMBER_TOOLS].toSorted());
});
