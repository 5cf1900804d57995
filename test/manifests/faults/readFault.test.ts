import { expect, test } from "vitest";
import { FAULT_NAME_MAX_CHARS } from "../../../manifests/bounds/calls.ts";
import { readFault } from "../../../manifests/faults/readFault.ts";

test.each([
  [-1, true],
  [0, true],
  [1, false],
])("an error's name of the longest and %i characters is its name: %s", (more, isName) => {
  const name = "E".repeat(FAULT_NAME_MAX_CHARS + more);
  const fault = readFault({ error: `${name}: it broke`, stack: "at main.js" });
  expect([fault.name, fault.message]).toEqual(isName ? [name, "it broke"] : ["", `${name}: it broke`]);
});
