import { withQuery } from "../desk/address.ts";
import { findCommandRoute } from "../desk/area.ts";
import type { EditorPage } from "../desk/page.ts";
import { DOMAINS_AREA } from "./area.ts";
import { domainsPage } from "./domainsPage.ts";

export const DOMAIN_PAGES: readonly EditorPage[] = [
  {
    path: DOMAINS_AREA.path,
    subject: null,
    actions: {
      ask: {
        route: findCommandRoute("domain.request"),
        fields: ["hostname"],
        ask: (_, fields) => ({ body: { hostname: (fields.get("hostname") ?? "").trim().toLowerCase() } }),
        after: () => withQuery(DOMAINS_AREA.path, { done: "asked" }),
      },
    },
    takesFiles: null,
    show: domainsPage,
  },
];
