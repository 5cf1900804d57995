import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { BODY_TIMEOUT_MS } from "../../../manifests/bounds/api.ts";
import { aSiteWithForm, post, type Editor, type Posted } from "../../worker/forms/siteWithForm.ts";
import { ring, sqlOf } from "../../worker/plugins/siteWithPlugin.ts";
import { migrate } from "../../worker/site/harness.ts";
import { PDF, bytes } from "../../support/mediaFiles.ts";

/** Request bodies that begin and never end. Each reserves memory, and none needs a login. */

let owner: Editor;
beforeAll(async () => {
  await migrate();
  owner = await aSiteWithForm("drawbridge.forms/application");
});
afterEach(() => void vi.useRealTimers());

/** A stream that sends some bytes and then nothing. */
const endless = (begun: Uint8Array<ArrayBuffer>) =>
  new ReadableStream({ type: "bytes", start: (controller) => void (begun.length > 0 && controller.enqueue(begun)) });

const B = "----x";
const FORM = `multipart/form-data; boundary=${B}`;
const part = (head: string, content: string | Uint8Array = ""): Uint8Array<ArrayBuffer> =>
  bytes(`--${B}\r\n${head}\r\n\r\n`, content, "\r\n");
const file = (content: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  part('Content-Disposition: form-data; name="cv"; filename="cv.pdf"', content);

const BEGUN: readonly [what: string, begun: Uint8Array<ArrayBuffer>, headers: Record<string, string>][] = [
  ["a form", bytes("name=Robin&email="), { "content-type": "application/x-www-form-urlencoded" }],
  [
    "a form of a length",
    bytes("name=Robin&email="),
    { "content-type": "application/x-www-form-urlencoded", "content-length": "500" },
  ],
  ["JSON", bytes('{"fields":'), { "content-type": "application/json" }],
  ["a form with files that has not begun", bytes(""), { "content-type": FORM }],
  [
    "a text of a form with files",
    bytes(part('Content-Disposition: form-data; name="name"', "Robin").subarray(0, -3)),
    { "content-type": FORM },
  ],
  ["a file", file(bytes(PDF, new Uint8Array(100_000))).subarray(0, 90_000), { "content-type": FORM }],
  [
    "a file nobody asked for",
    part('Content-Disposition: form-data; name="x"; filename="x"', new Uint8Array(100_000)).subarray(0, 90_000),
    { "content-type": FORM },
  ],
  [
    "what stands behind a file",
    bytes(
      file(bytes(PDF, new Uint8Array(40_000))),
      part('Content-Disposition: form-data; name="letter"', "I").subarray(0, -3),
    ),
    { "content-type": FORM },
  ],
];

const begin = (sent: Posted): { answered(): Response | undefined } => {
  let found: Response | undefined;
  void post(owner, { page: false, ...sent }).then((answer) => (found = answer));
  return { answered: () => found };
};

describe.each(BEGUN)("%s", (_, begun, headers) => {
  test.each([
    [-1, undefined],
    [0, 408],
    [1, 408],
  ])("that stalls is given up after the time limit and %i ms: %s", async (more, status) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const sending = begin({ body: endless(begun), headers });
    // The server has read all bytes and waits for more.
    while (vi.getTimerCount() === 0) await scheduler.wait(5);
    await scheduler.wait(100);
    await vi.advanceTimersByTimeAsync(BODY_TIMEOUT_MS + more);
    if (status === undefined) return expect(sending.answered()).toBeUndefined();
    await expect.poll(() => sending.answered()?.status).toBe(status);
    expect(await sending.answered()?.json()).toMatchObject({ code: "TOO_SLOW" });
  });
});

test("a body that was given up left nothing behind", async () => {
  await ring(owner);
  // In the cases of -1 ms, each of the three forms with files is still waiting for its body.
  expect(await sqlOf(owner, "SELECT prefix FROM form_leftovers")).toHaveLength(3);
});
