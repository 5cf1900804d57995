import { AT_HOME, type Serving } from "../../sites/machine/names/serving.ts";
import { Proxies } from "../../sites/machine/names/proxies.ts";

/** Settings with which a run trusts the tests as a proxy, so that each visitor can have its own address. */
export const BEHIND_TESTS: Serving = {
  ...AT_HOME,
  proxies: new Proxies(["127.0.0.1"]),
  clientHeader: "cf-connecting-ip",
};
