import { expect, test } from "vitest";
import { ATTEMPTS_REMEMBERED } from "../../../manifests/bounds/calls.ts";
import { FAILURES_TO_QUARANTINE } from "../../../manifests/bounds/plugins.ts";
import { attemptOf, nextAttempt } from "../../../sandbox/attempts.ts";
import { callDigest, pack, sandbox } from "../../worker/sandbox/sandboxCalls.ts";

test("a plugin still answers after so many other calls broke off that its own attempts are no longer remembered", async () => {
  const tenant = "forgotten";
  const { digest, artifact } = await pack("export const tools = { go: () => 'forgotten' };");
  const call = async (): Promise<unknown> => (await callDigest(digest, { tenant })).invoked;
  for (let n = 0; n < FAILURES_TO_QUARANTINE; n++)
    expect(await call()).toMatchObject({ ok: false, code: "artifact_missing" });
  await sandbox.put(digest, artifact);
  expect(await call()).toEqual({ ok: true, value: "forgotten" });
  for (let n = 0; n < ATTEMPTS_REMEMBERED; n++) nextAttempt(`other-${n}`, attemptOf(`other-${n}`));
  expect(await call()).toEqual({ ok: true, value: "forgotten" });
});
