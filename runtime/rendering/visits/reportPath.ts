/** The address to which the script of a page reports a visit, at each hostname of a site. */
export const VISIT_REPORT_PATH = "/_assets/seen";
