import type { RemarkChanged, RemarksView, RemarkView } from "../../../runtime/remarks/views.ts";
import type { ApiAnswer } from "../../requests/answer.ts";
import type { Client } from "../api/client.ts";
import type { RequestFailure } from "../../requests/requestFailure.ts";

/** The parts of a page that remarks on it need. */
export interface Remarking {
  readonly client: Client;
  readonly explain: (failure: RequestFailure) => string;
  /** The id of the member's identity. */
  readonly member: string;
  /** True for a member who may not write pages. They look at the draft, and settle their own remarks alone. */
  readonly isViewer?: boolean;
  /** Shows the place of a remark in the page that is open. Absent where no page is. */
  readonly show?: (remark: RemarkView) => void;
}

export interface RemarksAsked {
  readonly page?: string | undefined;
  readonly state: RemarkView["state"];
  readonly mine?: boolean;
  readonly before?: number | undefined;
}

/** The place of a new remark. `quote` is the text that it means. */
export interface NewRemark {
  readonly page: string;
  readonly section?: string | undefined;
  readonly pointer?: string | undefined;
  readonly quote?: string | undefined;
}

interface Spoken {
  readonly words: string;
  readonly mentions: readonly string[];
}

export interface Colleague {
  readonly id: string;
  readonly name: string;
}

const ALL = "/api/remarks";
const at = (remark: string): string => `${ALL}/${encodeURIComponent(remark)}`;

export const readRemarks = (
  { client }: Remarking,
  { mine = false, ...asked }: RemarksAsked,
): Promise<ApiAnswer<RemarksView>> =>
  client.read<RemarksView>(ALL, { query: { ...asked, mine: mine ? "true" : undefined } });

export const sendRemark = ({ client }: Remarking, place: NewRemark, said: Spoken): Promise<ApiAnswer<RemarkChanged>> =>
  client.change<RemarkChanged>(ALL, { method: "POST", body: { ...place, ...said } });

export const sendAnswer = ({ client }: Remarking, remark: string, said: Spoken): Promise<ApiAnswer<RemarkChanged>> =>
  client.change<RemarkChanged>(`${at(remark)}/answers`, { method: "POST", body: said });

export const sendSettled = (
  { client }: Remarking,
  remark: string,
  resolved: boolean,
): Promise<ApiAnswer<RemarkChanged>> => client.change<RemarkChanged>(at(remark), { method: "PUT", body: { resolved } });

export const sendRemoval = ({ client }: Remarking, remark: string): Promise<ApiAnswer<RemarkChanged>> =>
  client.change<RemarkChanged>(at(remark), { method: "DELETE" });

interface NamesAnswer {
  readonly items: readonly { readonly actor: string; readonly name: string }[];
}

const read = new WeakMap<Client, Promise<readonly Colleague[]>>();
export const MEMBER = "member:";

/** The members with a name. The list is read once for each page load; without an answer it is empty. */
export function readColleagues(client: Client): Promise<readonly Colleague[]> {
  const known =
    read.get(client) ??
    client
      .read<NamesAnswer>("/api/members/names")
      .then((answer) =>
        answer.ok
          ? answer.value.body.items
              .filter(({ actor }) => actor.startsWith(MEMBER))
              .map(({ actor, name }) => ({ id: actor.slice(MEMBER.length), name }))
          : [],
      );
  read.set(client, known);
  return known;
}
