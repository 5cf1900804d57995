import type { ContinueAction } from "../desk/action.ts";
import { keepSearch } from "../drawing/keptSearch.ts";
import { inboxAddress, everything } from "./looking.ts";

export const SEARCH: ContinueAction = {
  fields: ["text", "unread"],
  turn({ subject }, fields) {
    const looking = { ...everything(subject ?? ""), unread: fields.get("unread") === "true" };
    return keepSearch(fields, (search) => inboxAddress({ ...looking, search }));
  },
};
