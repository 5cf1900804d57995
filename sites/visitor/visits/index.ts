/** Reports one visit of a page, for sites behind a cache of another provider. */
import { VISIT_REPORT_PATH } from "../../../runtime/rendering/visits/reportPath.ts";

navigator.sendBeacon(
  VISIT_REPORT_PATH,
  new URLSearchParams({ path: location.pathname, from: document.referrer.slice(0, 300) }),
);
