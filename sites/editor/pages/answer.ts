import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { readAs } from "../../words/reader.ts";
import { seeOther } from "../../web/http/answers.ts";
import { act, findPageAction } from "./desk/action.ts";
import { type DeskRequest, type Desk, openDesk } from "./desk/desk.ts";
import type { EditorPage, DeskPageState } from "./desk/page.ts";
import { holdsFiles, NOTHING_SENT, readSentFields } from "./desk/sent.ts";
import { orTurnedAway } from "./drawing/turnedAway.ts";
import { type FileTaking, takeFiles } from "./desk/upload.ts";

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST"]);

/** Answers a page of the editor, or the result of one of its forms. */
export const answer = (page: EditorPage, asking: DeskRequest): Promise<Response> =>
  orTurnedAway(asking.incoming, async () => {
    const { incoming, subject } = asking;
    if (!METHODS.has(incoming.request.method)) throw new Refusal("METHOD_NOT_ALLOWED", { allowed: [...METHODS] });
    if (page.subject && !page.subject.safeParse(subject).success) throw new Refusal("NOT_FOUND");
    const desk = await openDesk(asking);
    return readAs({ timeZone: desk.context.timeZone }, () =>
      incoming.request.method === "POST" ? posted(page, desk, asking) : page.show(desk, {}),
    );
  });

async function posted(page: EditorPage, desk: Desk, asking: DeskRequest): Promise<Response> {
  if (page.takesFiles && holdsFiles(desk.request)) return uploaded(page, page.takesFiles, desk, asking);
  const fields = await readSentFields(desk.request, page.formBytes);
  const [form, action] = findPageAction(page.actions, fields);
  try {
    return await act(desk, action, fields);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return shownAgain(page, asking, { failure: { form, refusal: error, typed: fields } });
  }
}

async function uploaded(page: EditorPage, taking: FileTaking, desk: Desk, asking: DeskRequest): Promise<Response> {
  try {
    const arrived = await takeFiles(desk, taking);
    return arrived.some(({ refusal }) => refusal)
      ? await shownAgain(page, asking, { arrived })
      : seeOther(
          taking.after(
            arrived.map(({ answer }) => answer),
            desk,
          ),
        );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return shownAgain(page, asking, { failure: { form: "upload", refusal: error, typed: NOTHING_SENT } });
  }
}

/**
 * Shows a page again after a form. The read permission is checked again, because a form with files may take an hour and
 * the sender may have lost the permission.
 */
const shownAgain = (page: EditorPage, asking: DeskRequest, state: DeskPageState): Promise<Response> =>
  orTurnedAway(
    asking.incoming,
    async () => page.show(await openDesk(asking), state),
    state.failure?.typed ?? NOTHING_SENT,
  );
