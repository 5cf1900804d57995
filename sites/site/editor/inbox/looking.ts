import { withQuery } from "../address.ts";
import { AREAS } from "../areas.ts";
import { numberIn } from "../lists.ts";

/** Which submissions of a form are looked at: what stands in the address of the page. */
export interface Looking {
  readonly form: string;
  readonly unread: boolean;
  /** Id of a search, whose words stand elsewhere; null where nothing is looked for. */
  readonly search: string | null;
  readonly cursor: number | null;
}

/** What a browser is told when it is sent back to the page. */
interface Outcome {
  readonly done?: string;
  /** Id of the submission it was about. */
  readonly at?: number;
}

export function lookingAt(form: string, { url }: Pick<Request, "url">): Looking {
  const query = new URL(url).searchParams;
  return { form, unread: query.get("unread") === "true", search: searchIn(query), cursor: numberIn(query, "cursor") };
}

/** As our own links have it. */
const searchIn = (query: URLSearchParams): string | null => /^[0-9a-f-]{36}$/.exec(query.get("search") ?? "")?.[0] ?? null;

export const addressOf = ({ form, unread, search, cursor }: Looking, outcome?: Outcome): string =>
  withQuery(`${AREAS.forms.path}/${form}`, { unread: unread ? "true" : null, search, cursor, ...outcome });

export const everything = (form: string): Looking => ({ form, unread: false, search: null, cursor: null });
