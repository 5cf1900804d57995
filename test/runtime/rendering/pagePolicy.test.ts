import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { FORM_SCRIPT_ELEMENT, FORM_SCRIPT_TEXT } from "../../../runtime/forms/script.ts";
import { FRAME_HOST } from "../../../runtime/rendering/frames/scripts.generated.ts";
import { ownSource, pagePolicy, scriptFrom } from "../../../runtime/rendering/pagePolicy.ts";
import { SEARCH_SCRIPT } from "../../../runtime/rendering/searching/assets.generated.ts";
import { SEARCH_SCRIPT_ELEMENT } from "../../../runtime/rendering/searching/assets.ts";
import { VISIT_SCRIPT } from "../../../runtime/rendering/visits/script.generated.ts";
import { VISIT_SCRIPT_ELEMENT } from "../../../runtime/rendering/visits/script.ts";

test.each([
  ["http://demo.localhost:8787", "http://demo.localhost:*/a.js"],
  ["http://localhost:1", "http://localhost:*/a.js"],
  ["https://demo.localhost:8787", "https://demo.localhost:8787/a.js"],
  ["http://demo.localhost", "http://demo.localhost/a.js"],
  ["https://www.harbour-sites.com", "https://www.harbour-sites.com/a.js"],
  ["https://www.harbour-sites.com:8443", "https://www.harbour-sites.com:8443/a.js"],
  ["http://localhost.harbour-sites.com:80", "http://localhost.harbour-sites.com:80/a.js"],
  ["http://notlocalhost:80", "http://notlocalhost:80/a.js"],
])("a page of %s allows its own script as %s: at any port only on its own machine", (origin, source) => {
  expect(ownSource(origin, "/a.js")).toBe(source);
  expect(pagePolicy(scriptFrom(source))).toContain(`; script-src ${source}`);
});

test.each([
  ["forms", FORM_SCRIPT_ELEMENT, FORM_SCRIPT_TEXT],
  ["searches", SEARCH_SCRIPT_ELEMENT, SEARCH_SCRIPT.text],
  ["frames", `integrity="${FRAME_HOST.integrity}"`, FRAME_HOST.text],
  ["visits", VISIT_SCRIPT_ELEMENT, VISIT_SCRIPT.text],
])("the kernel's script for %s is pinned by the digest of its text", (_, element, text) => {
  expect(element).toContain(`integrity="sha256-${createHash("sha256").update(text).digest("base64")}"`);
});
