import { expect, test } from "vitest";
import { JOBS_WAITING_PER_HOOK } from "../../../manifests/bounds.ts";
import { computingWorld, executable } from "../../runtime/kernel/computing.ts";
import { SITE, page } from "../../runtime/kernel/kit.ts";

test.each([-1, 0, 1])("%i more submissions than may be owed make no plugin miss a publication", async (more) => {
  const hears = executable("test.hears", { hooks: [{ on: "afterPublish" }, { on: "formSubmitted" }] });
  const { kernel, calls } = await computingWorld({ home: page("/") }, [hears]);
  kernel.hookRunner.published({ ...kernel.sites.get(SITE), sequence: 1 });
  for (let n = 1; n <= JOBS_WAITING_PER_HOOK + more; n++) kernel.hookRunner.formSubmitted(SITE, n);
  calls.take();
  await kernel.hookRunner.runDue();
  expect(calls.take().map(({ name }) => name)).toEqual(["afterPublish"]);
});
