import { languageOf } from "../../../words/asked.ts";
import { withQuery } from "../desk/address.ts";
import type { PageActions } from "../desk/action.ts";
import { findCommandRoute } from "../desk/area.ts";
import type { ShareLinkMade } from "../../../../runtime/sharing/views.ts";
import { notInForm } from "../desk/through.ts";
import { SHARING_AREA, WHOLE_DRAFT } from "./area.ts";
import { sharingPage } from "./sharingPage.ts";

export const SHARING_ACTIONS: PageActions = {
  make: {
    route: findCommandRoute("share.create"),
    fields: ["name", "page", "days", "remarks", "readers"],
    ask(_, fields) {
      const page = fields.get("page") ?? "";
      if (page === "") throw notInForm("page", `${WHOLE_DRAFT}, or the id of a page`);
      const pages = page === WHOLE_DRAFT ? {} : { pages: [page] };
      return {
        body: {
          name: (fields.get("name") ?? "").trim(),
          days: Number(fields.get("days")),
          remarks: fields.get("remarks") === "true",
          readers: fields.get("readers") === "true",
          ...pages,
        },
      };
    },
    tell: (desk, answer) => sharingPage(desk, {}, answer as ShareLinkMade),
  },
  letter: {
    route: findCommandRoute("mail.share"),
    fields: ["address", "link"],
    ask({ request }, fields) {
      const address = (fields.get("address") ?? "").trim();
      return { body: { address, link: fields.get("link") ?? "", language: languageOf(request) } };
    },
    after: () => withQuery(SHARING_AREA.path, { done: "lettered" }),
  },
  remove: {
    route: findCommandRoute("share.remove"),
    fields: ["link"],
    ask: (_, fields) => ({ segments: { link: fields.get("link") ?? "" } }),
    after: () => withQuery(SHARING_AREA.path, { done: "removed" }),
  },
};
