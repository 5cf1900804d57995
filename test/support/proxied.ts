import { AT_HOME } from "../../sites/local/names/serving.ts";
import type { Serving } from "../../sites/local/names/serving.ts";
import { Proxies } from "../../sites/local/names/proxies.ts";

/** A run that believes tests on this machine, as it would a proxy: each visitor of a test has an address of their own. */
export const BEHIND_TESTS: Serving = {
  ...AT_HOME,
  proxies: new Proxies(["127.0.0.1"]),
  clientHeader: "cf-connecting-ip",
};
