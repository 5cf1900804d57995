import * as z from "zod/mini";
import { SMALL_BODY_MAX_BYTES } from "../../../../manifests/bounds/api.ts";
import { removeSiteRequest, removedSiteView, siteRemovalPlan } from "../../../../runtime/operating/removalViews.ts";
import { word } from "../request/parameter.ts";
import { type OperatorRoute, plain, taking } from "./route.ts";
import { planRemoval, removeWithArchive } from "./siteRemoval.ts";

const params = { tenant: word(z.string(), "Id of a tenant."), site: word(z.string(), "Id of a site of the tenant.") };
const REMOVAL = "/api/admin/sites/{tenant}/{site}/removal";

export const SITE_ROUTES: readonly OperatorRoute[] = [
  plain({
    method: "GET",
    path: REMOVAL,
    summary: "Count what a removal of the site would delete, and change nothing.",
    params,
    output: siteRemovalPlan,
    run: planRemoval,
  }),
  taking(SMALL_BODY_MAX_BYTES, removeSiteRequest, {
    method: "POST",
    path: REMOVAL,
    summary:
      "Remove a site of a read-only or suspended tenant. An archive keeps it: a new one, or the named one. Repeat the request until `finished`; then its hostnames and its id are free.",
    params,
    output: removedSiteView,
    refuses: ["CONFLICT"],
    run: removeWithArchive,
  }),
];
