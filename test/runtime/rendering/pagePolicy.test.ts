import { expect, test } from "vitest";
import { ownSource, pagePolicy, scriptFrom } from "../../../runtime/rendering/pagePolicy.ts";

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
