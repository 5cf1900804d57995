import { groupsIn } from "../../looks/audienceText.ts";
import type { PageActions } from "../desk/action.ts";
import { withQuery } from "../desk/address.ts";
import { findCommandRoute } from "../desk/area.ts";
import { READERS_AREA } from "./area.ts";

const back = (done: string) => (): string => withQuery(READERS_AREA.path, { done });

export const READER_ACTIONS: PageActions = {
  add: {
    route: findCommandRoute("reader.add"),
    fields: ["address", "groups", "letter"],
    ask: (_, fields) => ({
      body: {
        address: (fields.get("address") ?? "").trim(),
        groups: groupsIn(fields.get("groups") ?? ""),
        letter: fields.get("letter") === "true",
      },
    }),
    after: back("added"),
  },
  groups: {
    route: findCommandRoute("reader.groups"),
    fields: ["reader", "groups"],
    ask: (_, fields) => ({
      segments: { reader: fields.get("reader") ?? "" },
      body: { groups: groupsIn(fields.get("groups") ?? "") },
    }),
    after: back("grouped"),
  },
  remove: {
    route: findCommandRoute("reader.remove"),
    fields: ["reader"],
    ask: (_, fields) => ({ segments: { reader: fields.get("reader") ?? "" } }),
    after: back("removed"),
  },
};
