import { expect, test } from "vitest";
import { PROPOSAL_MAX_CHARS } from "../../../manifests/bounds/editor.ts";
import { proof } from "../../../runtime/editing/inputs.ts";

test.each([
  [-1, true],
  [0, true],
  [1, false],
])("a proof of the most characters and %i is taken: %s", (more, isTaken) => {
  expect(proof.safeParse("x".repeat(PROPOSAL_MAX_CHARS + more)).success).toBe(isTaken);
});
