import { expect, test } from "vitest";
import { type ReadName, readNamed } from "../../../runtime/readTable.ts";

test.each<unknown>([
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "way",
  "answer",
  "",
  "Page",
  "page ",
  "page\u0000",
  "pages.length",
  "page.create",
  null,
  undefined,
  0,
  true,
  {},
  [],
  ["page"],
  { toString: () => "page" },
  { ["__proto__"]: "page" },
])("no read is registered under the name %j", (name) => {
  expect(() => readNamed(name as ReadName)).toThrow(
    new RangeError(`there is no read with the name ${JSON.stringify(name)}`),
  );
});
