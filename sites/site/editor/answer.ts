import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { seeOther } from "../answers.ts";
import type { Incoming } from "../api/pipeline/pipeline.ts";
import { act, actionOf } from "./desk/action.ts";
import { withQuery } from "./desk/address.ts";
import type { Desk } from "./desk/desk.ts";
import { openDesk } from "./desk/desk.ts";
import type { EditorPage, PageState } from "./desk/page.ts";
import { holdsFiles, NOTHING_SENT, readFields } from "./desk/sent.ts";
import { orTurnedAway } from "./drawing/turnedAway.ts";
import { takeFiles } from "./desk/upload.ts";

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST"]);

/** A page of the editor, or what became of a form of it. `subject` is as it stands in the address. */
export const answer = (page: EditorPage, incoming: Incoming, subject: string | null): Promise<Response> =>
  orTurnedAway(incoming, async () => {
    if (!METHODS.has(incoming.request.method)) throw new Refusal("METHOD_NOT_ALLOWED", { allowed: [...METHODS] });
    if (page.subject && !page.subject.safeParse(subject).success) throw new Refusal("NOT_FOUND");
    const desk = await openDesk(incoming, page.area, subject);
    return incoming.request.method === "POST" ? posted(page, desk) : page.show(desk, {});
  });

async function posted(page: EditorPage, desk: Desk): Promise<Response> {
  if (page.takesFiles && holdsFiles(desk.request)) return uploaded(page, desk);
  const fields = await readFields(desk.request);
  const [form, action] = actionOf(page.actions, fields);
  try {
    return await act(desk, action, fields);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return shownAgain(page, desk, { failure: { form, refusal: error, typed: fields } });
  }
}

async function uploaded(page: EditorPage, desk: Desk): Promise<Response> {
  try {
    const arrived = await takeFiles(desk);
    return arrived.some(({ refusal }) => refusal)
      ? await shownAgain(page, desk, { arrived })
      : seeOther(withQuery(page.path, { stored: arrived.length }));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return shownAgain(page, desk, { failure: { form: "upload", refusal: error, typed: NOTHING_SENT } });
  }
}

/**
 * Checks the right to read again: a form with files may take an hour to arrive, and its sender may have lost the right.
 */
const shownAgain = (page: EditorPage, { incoming, area, subject }: Desk, state: PageState): Promise<Response> =>
  orTurnedAway(
    incoming,
    async () => page.show(await openDesk(incoming, area, subject), state),
    state.failure?.typed ?? NOTHING_SENT,
  );
