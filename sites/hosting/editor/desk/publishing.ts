import type { PageActions } from "./action.ts";
import { withQuery } from "./address.ts";
import { routeOf } from "./area.ts";

/** The form of the bar that publishes, for every page that shows the bar. It leads back to where it was sent. */
export const PUBLISHES: PageActions = {
  publish: {
    route: routeOf("publish"),
    fields: ["change"],
    ask: (_, fields) => ({ version: fields.get("change") ?? "" }),
    after: ({ request }) => withQuery(new URL(request.url).pathname, { done: "published" }),
  },
};
