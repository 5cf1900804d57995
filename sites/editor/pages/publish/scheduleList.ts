import { html } from "hono/html";
import * as z from "zod/mini";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { can } from "../../../../runtime/commands/permissions.ts";
import type { SchedulesView } from "../../../../runtime/editing/views.ts";
import { kind } from "../../../../runtime/documents/content/viewShapes.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import { menuTargets, shownTarget } from "../desk/links.ts";
import type { NameOf } from "../desk/names.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { moment } from "../drawing/moment.ts";
import { PUBLISH_AREA } from "./area.ts";
import { pageToken } from "./chosen.ts";
import { objections } from "./objections.ts";

const { publish: words } = WORDS;

type Schedule = SchedulesView["items"][number];
type Changed = Pick<Schedule["changed"][number], "kind" | "id">;

/** The schedules of a site, with what their drawing needs. */
export interface PlannedSchedules {
  readonly items: readonly Schedule[];
  /** Ids of failed schedules whose changes visitors still lack. */
  readonly lacking: ReadonlySet<string>;
  /** Names a document for people. */
  readonly named: (document: Changed) => string;
}

/** The documents whose changes ended a schedule, as its problem lists them. */
const staleDetail = z.object({ changed: z.array(z.object({ kind, id: z.string() })) });

function staleIn({ problem }: Schedule): readonly Changed[] {
  const read = staleDetail.safeParse(problem);
  return read.success ? read.data.changed : [];
}

export async function planned(desk: Desk): Promise<PlannedSchedules> {
  const { workspace, member } = desk;
  const { items } = expectValue(await workspace.read("schedules", member.site));
  const lacking = expectValue(await workspace.read("schedules.failed", member.site));
  const changed = items.flatMap((one) => [...one.changed, ...staleIn(one), ...(one.only ?? [])]);
  const pages = changed.filter((one) => one.kind === "page").map(({ id }) => pageToken(id));
  const known = await menuTargets(desk, pages);
  const named = ({ kind: of, id }: Changed): string =>
    of === "page" ? shownTarget(pageToken(id), known).text : words.kinds[of];
  return { items, lacking: new Set(lacking), named };
}

/** The most ended schedules shown. The API has more. */
const ENDED_SHOWN = 5;

export function scheduleList(
  desk: Desk,
  schedules: PlannedSchedules,
  nameOf: NameOf,
  failure: FormFailure | undefined,
): Html {
  const { items, lacking } = schedules;
  const isWaiting = ({ state }: Schedule): boolean => state === "waiting" || state === "publishing";
  const isEnded = (one: Schedule): boolean => !isWaiting(one) && !lacking.has(one.schedule);
  const [waiting, ended] = [items.filter(isWaiting), items.filter(isEnded).slice(0, ENDED_SHOWN)];
  const draw = (one: Schedule): Html =>
    html`<li class="row">${schedule(one, schedules, nameOf)}${cancelling(desk, one)}</li>`;
  return html`<section aria-labelledby="waiting-title"><h2 id="waiting-title">${words.waiting}</h2>${alert(failure, "cancel")}
${waiting.length === 0 ? html`<p class="none">${words.noneWaiting}</p>` : html`<ul class="rows">${waiting.map(draw)}</ul>`}
${ended.length === 0 ? "" : html`<details><summary>${words.ended}</summary><ul class="rows">${ended.map(draw)}</ul></details>`}</section>`;
}

/** Schedules that failed, above everything else, until visitors see what they should have published. */
export function failedSchedules(schedules: PlannedSchedules, nameOf: NameOf): Html | string {
  const failed = schedules.items.filter((one) => schedules.lacking.has(one.schedule));
  if (failed.length === 0) return "";
  return html`<section class="alert" role="alert" aria-labelledby="failed-title"><h2 id="failed-title">${words.failedTitle}</h2><p>${words.failedHelp}</p>
<ul class="rows">${failed.map((one) => html`<li class="row">${schedule(one, schedules, nameOf)}</li>`)}</ul></section>`;
}

function schedule(one: Schedule, schedules: PlannedSchedules, nameOf: NameOf): Html {
  const { at, label, createdBy, only, changed, problem } = one;
  const what = only === null ? words.wholeDraft : only.map(schedules.named).join(", ");
  const refused = { code: "INTERNAL", detail: problem ?? {} } as const;
  return html`<div class="what"><p class="name">${moment(at)} ${label === null ? "" : html`<bdi>${label}</bdi>`} ${badgeOf(one)}</p>
<p class="facts"><bdi>${what}</bdi> · <bdi>${nameOf(createdBy)}</bdi></p>${changed.length === 0 ? "" : html`<p class="warning">${words.willFail} <bdi>${changed.map(schedules.named).join(", ")}</bdi></p>`}
${problem === null ? "" : html`<p class="warning">${reasonOf(one, problem, schedules)}</p>${objections(refused)}`}</div>`;
}

const cancelling = ({ member }: Desk, { schedule: id, state }: Schedule): Html | string =>
  state === "waiting" && can(member.role, "content.publish")
    ? drawnForm(
        "cancel",
        PUBLISH_AREA.path,
        html`<input type="hidden" name="schedule" value="${id}"><button type="submit" class="danger">${words.cancel}</button>`,
      )
    : "";

/** The badge of a schedule. One that waits in vain says so. */
const badgeOf = ({ state, willRun }: Schedule): Html =>
  state === "waiting" && !willRun
    ? html`<span class="badge is-failed">${words.willNotRun}</span>`
    : html`<span class="badge is-${state}">${words.scheduleStates[state]}</span>`;

/** Explains the refusal that ended a schedule. */
function reasonOf(one: Schedule, problem: Readonly<Record<string, unknown>>, { named }: PlannedSchedules): Html {
  const known: Readonly<Record<string, string>> = WORDS.refusals;
  const code = String(problem["code"] ?? "");
  if (code === "STALE_VERSION")
    return html`<bdi>${words.failedBecause} ${staleIn(one).map(named).join(", ")}</bdi> <code>${code}</code>`;
  const text = Object.hasOwn(known, code) ? known[code] : "";
  const reason = typeof problem["reason"] === "string" ? problem["reason"] : "";
  return html`<bdi>${text ?? ""} ${reason}</bdi> <code>${code}</code>`;
}
