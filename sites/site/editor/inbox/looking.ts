import { withQuery } from "../address.ts";
import { AREAS } from "../areas.ts";
import { numberIn, textIn } from "../lists.ts";

/** Which submissions of a form are looked at: what stands in the address of the page, in the API's own words. */
export interface Looking {
  readonly form: string;
  readonly unread: boolean;
  /** Empty where nothing is looked for. */
  readonly text: string;
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
  return { form, unread: query.get("unread") === "true", text: textIn(query), cursor: numberIn(query, "cursor") };
}

export const addressOf = ({ form, unread, text, cursor }: Looking, outcome?: Outcome): string =>
  withQuery(`${AREAS.forms.path}/${form}`, { unread: unread ? "true" : null, text, cursor, ...outcome });

export const everything = (form: string): Looking => ({ form, unread: false, text: "", cursor: null });
