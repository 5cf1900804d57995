import { withQuery } from "../desk/address.ts";
import { FORMS_AREA } from "./area.ts";
import { searchIn } from "../drawing/keptSearch.ts";
import { numberIn } from "../drawing/lists.ts";

/** The choice of submissions in the page's address. */
export interface Looking {
  readonly form: string;
  readonly unread: boolean;
  /** The id of a search, whose text is in a cookie; null without a search. */
  readonly search: string | null;
  readonly cursor: number | null;
}

/** The result in the address after a redirect. */
interface Outcome {
  readonly done?: string;
  /** The id of the affected submission. */
  readonly at?: number;
}

export function lookingAt(form: string, { url }: Pick<Request, "url">): Looking {
  const query = new URL(url).searchParams;
  return { form, unread: query.get("unread") === "true", search: searchIn(query), cursor: numberIn(query, "cursor") };
}

export const inboxAddress = ({ form, unread, search, cursor }: Looking, outcome?: Outcome): string =>
  withQuery(`${FORMS_AREA.path}/${form}`, { unread: unread ? "true" : null, search, cursor, ...outcome });

export const everything = (form: string): Looking => ({ form, unread: false, search: null, cursor: null });
