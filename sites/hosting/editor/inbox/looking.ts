import { withQuery } from "../desk/address.ts";
import { FORMS_AREA } from "./area.ts";
import { numberIn } from "../drawing/lists.ts";

/** The chosen submissions of a form, as the page's address names them. */
export interface Looking {
  readonly form: string;
  readonly unread: boolean;
  /** Id of a search, whose words stand elsewhere; null where nothing is looked for. */
  readonly search: string | null;
  readonly cursor: number | null;
}

/** The result that the redirect carries back to the page. */
interface Outcome {
  readonly done?: string;
  /** Id of the submission it was about. */
  readonly at?: number;
}

export function lookingAt(form: string, { url }: Pick<Request, "url">): Looking {
  const query = new URL(url).searchParams;
  return { form, unread: query.get("unread") === "true", search: searchIn(query), cursor: numberIn(query, "cursor") };
}

/** The id of a search, in the spelling of our own links. */
const searchIn = (query: URLSearchParams): string | null =>
  /^[0-9a-f-]{36}$/.exec(query.get("search") ?? "")?.[0] ?? null;

export const inboxAddress = ({ form, unread, search, cursor }: Looking, outcome?: Outcome): string =>
  withQuery(`${FORMS_AREA.path}/${form}`, { unread: unread ? "true" : null, search, cursor, ...outcome });

export const everything = (form: string): Looking => ({ form, unread: false, search: null, cursor: null });
