import { html } from "hono/html";
import { can } from "../../../../runtime/commands/permissions.ts";
import type { SchedulesView } from "../../../../runtime/editing/views.ts";
import { WORDS } from "../../../shared/editor/words/words.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import type { NameOf } from "../desk/names.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { moment } from "../drawing/moment.ts";
import { PUBLISH_AREA } from "./area.ts";
import { objections } from "./objections.ts";

const { publish: words } = WORDS;

type Schedule = SchedulesView["items"][number];

/** The most ended schedules shown. The API has more. */
const ENDED_SHOWN = 5;

export function scheduleList(
  desk: Desk,
  { items }: SchedulesView,
  nameOf: NameOf,
  failure: FormFailure | undefined,
): Html {
  const isWaiting = ({ state }: Schedule): boolean => state === "waiting" || state === "publishing";
  const [waiting, ended] = [items.filter(isWaiting), items.filter((one) => !isWaiting(one)).slice(0, ENDED_SHOWN)];
  const draw = (one: Schedule): Html => schedule(desk, one, nameOf);
  return html`<section aria-labelledby="waiting-title"><h2 id="waiting-title">${words.waiting}</h2>${alert(failure, "cancel")}
${waiting.length === 0 ? html`<p class="none">${words.noneWaiting}</p>` : html`<ul class="rows">${waiting.map(draw)}</ul>`}
${ended.length === 0 ? "" : html`<details><summary>${words.ended}</summary><ul class="rows">${ended.map(draw)}</ul></details>`}</section>`;
}

function schedule(desk: Desk, one: Schedule, nameOf: NameOf): Html {
  const { at, label, state, createdBy, only, changed, problem } = one;
  const what =
    only === null
      ? words.wholeDraft
      : only.map(({ kind, id, title }) => title ?? (kind === "page" ? id : words.kinds[kind])).join(", ");
  const refused = {
    code: problem?.["code"] === "STALE_VERSION" ? "CONFLICT" : "INTERNAL",
    detail: problem ?? {},
  } as const;
  return html`<li class="row"><div class="what"><p class="name">${moment(at)} ${label === null ? "" : html`<bdi>${label}</bdi>`} <span class="badge is-${state}">${words.scheduleStates[state]}</span></p>
<p class="facts"><bdi>${what}</bdi> · <bdi>${nameOf(createdBy)}</bdi></p>${changed.length === 0 ? "" : html`<p class="warning">${words.willFail} <bdi>${namesOf(changed)}</bdi></p>`}
${problem === null ? "" : html`<p class="warning">${reasonOf(problem)}</p>${objections(refused)}`}</div>
${state === "waiting" && can(desk.member.role, "content.publish") ? drawnForm("cancel", PUBLISH_AREA.path, html`<input type="hidden" name="schedule" value="${one.schedule}"><button type="submit" class="danger">${words.cancel}</button>`) : ""}</li>`;
}

const namesOf = (changed: Schedule["changed"]): string =>
  changed.map(({ kind, id }) => (kind === "page" ? id : words.kinds[kind])).join(", ");

/** Explains the refusal that ended a schedule. */
function reasonOf(problem: Readonly<Record<string, unknown>>): Html | string {
  const known: Readonly<Record<string, string>> = WORDS.refusals;
  const code = String(problem["code"] ?? "");
  const text = Object.hasOwn(known, code) ? known[code] : "";
  const reason = typeof problem["reason"] === "string" ? problem["reason"] : "";
  return html`<bdi>${code === "STALE_VERSION" ? words.willFail : (text ?? "")} ${reason}</bdi> <code>${code}</code>`;
}
