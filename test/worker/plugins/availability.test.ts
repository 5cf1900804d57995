import { beforeAll, expect, test } from "vitest";
import { expectValue } from "../../../runtime/answer.ts";
import { aSite, migrate, workspaceOf } from "../site/harness.ts";

beforeAll(migrate);

test("a workspace that is bound to a sandbox with a loader says that plugins can run", async () => {
  const { name } = await aSite("available");
  const status = expectValue(await workspaceOf(name).status());
  expect(status.loader).toEqual({ available: true, reason: null });
});
