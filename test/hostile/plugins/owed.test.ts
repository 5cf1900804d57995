import { expect, test } from "vitest";
import { JOB_BACKOFF_MS, JOB_KEPT_MS, JOBS_WAITING_PER_HOOK } from "../../../manifests/bounds/plugins.ts";
import { computingWorld, executable, failed, said } from "../../runtime/snapshots/computing.ts";
import { SITE, page } from "../../runtime/kernel/world.ts";

const hears = executable("test.hears", { hooks: [{ on: "afterPublish" }, { on: "formSubmitted" }] });

test.each([-1, 0, 1])(
  "%i more submissions than the queue keeps do not make a plugin miss a publication",
  async (more) => {
    const { kernel, calls } = await computingWorld({ home: page("/") }, [hears]);
    kernel.hookRunner.published({ ...kernel.sites.get(SITE), sequence: 1 });
    for (let n = 1; n <= JOBS_WAITING_PER_HOOK + more; n++) kernel.hookRunner.formSubmitted(SITE, n);
    calls.take();
    await kernel.hookRunner.runDue();
    expect(calls.take().map(({ name }) => name)).toEqual(["afterPublish"]);
  },
);

test("a submission that makes a plugin throw delays no publication, and is delivered again later", async () => {
  const { kernel, calls, powers } = await computingWorld({ home: page("/") }, [hears], () => failed());
  const turn = async (): Promise<string[]> => {
    calls.take();
    await kernel.hookRunner.runDue();
    return calls.take().map(({ name }) => name);
  };
  const fields = { words: "Boo" };
  const id = kernel.submissions.add({
    site: SITE,
    form: "home.contact",
    type: "test.hears/contact",
    title: "Contact",
    keptMs: JOB_KEPT_MS,
    fields,
    personal: [],
  });
  kernel.hookRunner.formSubmitted(SITE, id);
  expect(await turn()).toEqual(["formSubmitted"]);
  kernel.hookRunner.published({ ...kernel.sites.get(SITE), sequence: 1 });
  calls.answer = () => said(null);
  expect([await turn(), await turn()]).toEqual([["afterPublish"], []]);
  powers.clock.now += JOB_BACKOFF_MS;
  expect([await turn(), await turn()]).toEqual([["formSubmitted"], []]);
});
