import { expect, test } from "vitest";
import { startPlugin } from "drawbridge/test";

const TEXT = "drawbridge.basics/rich-text";

test("proposes the first sentence, and changes nothing itself", async () => {
  const site = await startPlugin();
  const sections = [{ id: "story", type: TEXT, fields: { body: "We build boats. We also mend them." } }];
  const page = await site.pages.add({ path: "/boats", title: "Boats", sections });
  const { summary, changes } = await site.call.action("shorten", { page, section: "story", input: { sentences: 1 } });
  expect(summary).toBe("15 characters");
  expect(changes).toMatchObject([{ pointer: "/fields/body", was: "We build boats. We also mend them.", is: "We build boats." }]);
});
