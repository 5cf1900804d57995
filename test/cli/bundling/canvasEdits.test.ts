import { format } from "@cfworker/json-schema";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { checkFieldSchema } from "../../../manifests/fields/fieldSchema.ts";
import { CANVAS_EDITS, UNSAID_KEYWORDS } from "../../../sites/bundles/canvasEdits.ts";
import { edits } from "../../../sites/bundles/edits.ts";
import { ROOT } from "../../gates/folder.ts";

const isAccepted = (rule: object): boolean =>
  checkFieldSchema({
    type: "object",
    additionalProperties: false,
    properties: { field: { title: "Field", type: "string", ...rule } },
  }).length === 0;

test("the canvas knows exactly the formats that fields may have", async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: 'export { format } from "@cfworker/json-schema"; export { validate } from "@cfworker/json-schema";',
      resolveDir: ROOT,
    },
    bundle: true,
    write: false,
    format: "esm",
    plugins: [edits(ROOT, CANVAS_EDITS)],
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString("base64");
  const edited = (await import(`data:text/javascript;base64,${code}`)) as { format: typeof format };
  const accepted = Object.keys(format).filter((name) => isAccepted({ format: name }));
  expect(accepted.length).toBeGreaterThan(0);
  expect(Object.keys(edited.format).toSorted()).toEqual(accepted.toSorted());
});

test.each(UNSAID_KEYWORDS)("a schema of fields cannot say %s, which the canvas leaves out", (keyword) => {
  expect([isAccepted({}), isAccepted({ [keyword]: {} })]).toEqual([true, false]);
});
