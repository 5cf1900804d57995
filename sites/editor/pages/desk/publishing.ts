import type { PageActions } from "./action.ts";
import { withQuery } from "./address.ts";
import { findCommandRoute } from "./area.ts";

/** The publish form, for every page with the bar. It redirects to the page that it is on. */
export const PUBLISHES: PageActions = {
  publish: {
    route: findCommandRoute("publish"),
    fields: ["change"],
    ask: (_, fields) => ({ version: fields.get("change") ?? "" }),
    after: ({ request }) => withQuery(new URL(request.url).pathname, { done: "published" }),
  },
};
