import { beforeAll, describe, expect, test } from "vitest";
import { migrate } from "../site/harness.ts";
import { STORAGE, aSiteWith, callApi, done, PLUGIN, viewOf, visit, type Editor } from "./siteWithPlugin.ts";

beforeAll(migrate);

/** Counts calls in a variable, which lives as long as its isolate. */
const COUNTER = "let calls = 0; export const routes = { go: () => ({ body: ++calls }) };";
const WANTED = {
  contributes: { routes: [{ name: "go", path: "/go", methods: ["GET"], access: "public" }] },
  capabilities: STORAGE,
};

const calls = async (owner: Editor): Promise<number> => done<number>(await visit(owner, "/go"));
const switched = async (owner: Editor, state: string): Promise<unknown> =>
  done(await callApi(owner, "PUT", `/api/plugins/${PLUGIN}/state`, { body: { state } }));

async function grantedAnew(owner: Editor): Promise<void> {
  const { digest, requested } = await viewOf(owner);
  await done(await callApi(owner, "DELETE", `/api/plugins/${PLUGIN}/grant`));
  await done(
    await callApi(owner, "PUT", `/api/plugins/${PLUGIN}/grant`, { body: { digest, capabilities: requested } }),
  );
}

async function switchedOffAndOn(owner: Editor): Promise<void> {
  await switched(owner, "disabled");
  await switched(owner, "enabled");
}

describe("what a plugin keeps in its own memory", () => {
  test.each([
    ["switched off and on", switchedOffAndOn],
    ["granted anew", grantedAnew],
  ])("is gone when it was %s, and only its own", async (_, act) => {
    const [mine, theirs] = [await aSiteWith(COUNTER, WANTED), await aSiteWith(COUNTER, WANTED)];
    expect([await calls(mine), await calls(mine), await calls(theirs)]).toEqual([1, 2, 1]);
    await act(mine);
    expect([await calls(mine), await calls(theirs)]).toEqual([1, 2]);
  });
});
