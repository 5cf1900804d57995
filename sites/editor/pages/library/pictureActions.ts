/** Plugins' actions on a picture. Each has a form, and its proposal is shown beside the present values. */
import { html } from "hono/html";
import type { ActionView, ProposalView } from "../../../../runtime/actions/views.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import { decodePointer } from "../../../../manifests/refusals/pointer.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { isObject } from "../../../../manifests/json/jsonObject.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Action, ContinueAction } from "../desk/action.ts";
import { withQuery } from "../desk/address.ts";
import { changingAt, findCommandRoute } from "../desk/area.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import type { Fields } from "../desk/sent.ts";
import { notInForm, through } from "../desk/through.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { drawnField, PLAIN_FIELD, schemaFields, typedValue } from "../drawing/schemaFields.ts";
import { versionField } from "../drawing/versionField.ts";
import { mediaAddress, ofFile } from "./mediaActions.ts";
import { untrustedText } from "./untrustedText.ts";

const RUN = changingAt("POST", "/api/plugins/{plugin}/actions/{action}");
/** The field must not be named `action`, because that would shadow the form's `action` property. */
const ACTION_FIELD = "wanted";
const INPUT_FIELD = /^set\.[A-Za-z0-9_-]{1,40}$/;

/** The picture actions that this member may run. */
export async function actionsAtPictures({ workspace, member }: Desk): Promise<readonly ActionView[]> {
  const caller = { id: member.identity, role: member.role };
  const items = expectValue(await workspace.read("actions", member.site, { caller })).items;
  return items.filter(({ picture }) => picture);
}

/** Runs an action and shows its proposal on the file's page. */
export const proposing = (show: (desk: Desk, proposal: ProposalView) => Promise<Response>): ContinueAction => ({
  fields: ["version", "plugin", ACTION_FIELD],
  more: INPUT_FIELD,
  async turn(desk, fields) {
    const [plugin = "", action = ""] = [fields.get("plugin"), fields.get(ACTION_FIELD)];
    const offered = (await actionsAtPictures(desk)).find((one) => one.plugin.id === plugin && one.name === action);
    if (!offered) throw new Refusal("NOT_FOUND");
    const input = offered.input ? { input: inputFrom(offered, fields) } : {};
    const body = { target: { media: desk.subject }, version: Number(fields.get("version")), ...input };
    const segments = { plugin, action };
    return show(desk, (await through(desk, RUN, { segments, key: fields.get("key") ?? "", body })) as ProposalView);
  },
});

/** Applies a proposal as the member's own change. With its proof, audit can name the action. */
export const APPLIES: Action = {
  route: findCommandRoute("media.update"),
  fields: ["version", "changes", "proof"],
  ask: (desk, fields) => ({
    ...ofFile(desk, fields),
    body: { changes: proposedIn(fields.get("changes") ?? ""), proof: fields.get("proof") ?? "" },
  }),
  after: ({ subject }) => withQuery(mediaAddress(subject), { done: "saved" }),
};

function inputFrom({ input }: ActionView, fields: Fields): Readonly<Record<string, unknown>> {
  const typed = schemaFields(input).shown.flatMap(({ name, kind }) => {
    const text = fields.get(`${PLAIN_FIELD}${name}`) ?? "";
    return text === "" ? [] : [[name, typedValue(kind, text)] as const];
  });
  return Object.fromEntries(typed);
}

/** The proposal's values as JSON. Text fields could change a number, and then the proof's signature would not match. */
function proposedIn(text: string): object {
  try {
    const changes: unknown = JSON.parse(text);
    if (isObject(changes)) return changes;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw notInForm("changes", "the values of the proposal");
}

interface Shown {
  readonly version: number;
  readonly here: string;
  readonly failure: FormFailure | undefined;
  readonly proposal: ProposalView | undefined;
}

export function pictureActions(actions: readonly ActionView[], shown: Shown): Html | string {
  const { proposal, failure, here } = shown;
  // The refused form's action may not be available any more.
  const stray = failure?.form === "propose" && !actions.some((action) => isOf(failure, action)) ? failure : undefined;
  if (actions.length === 0 && !stray) return "";
  const proposed = proposal ? proposalOf(proposal, here) : "";
  return html`<section aria-labelledby="actions-title"><h2 id="actions-title">${WORDS.media.actionsTitle}</h2>
${alert(stray, "propose")}${alert(failure, "apply")}${proposed}${actions.map((action) => actionForm(action, shown))}</section>`;
}

const isOf = (failure: FormFailure, { plugin, name }: ActionView): boolean =>
  failure.typed.get("plugin") === plugin.id && failure.typed.get(ACTION_FIELD) === name;

function actionForm(action: ActionView, { version, here, failure: any }: Shown): Html {
  const { plugin, name, title, description, input } = action;
  const failure = any?.form === "propose" && isOf(any, action) ? any : undefined;
  const { shown, others } = schemaFields(input);
  const pointers = Object.fromEntries(shown.map((field) => [`${PLAIN_FIELD}${field.name}`, `/input/${field.name}`]));
  const fields = new DrawnFields("propose", failure, pointers, `${plugin.id}-${name}`);
  const named = html`<input type="hidden" name="plugin" value="${plugin.id}"><input type="hidden" name="${ACTION_FIELD}" value="${name}">`;
  const content = html`${versionField(version)}${named}${shown.map((field) => drawnField(field, fields, undefined))}<button type="submit">${WORDS.actions.run}</button>`;
  return html`<h3>${untrustedText(title)}</h3><p class="help">${untrustedText(description)} ${say(WORDS.actions.by, { plugin: plugin.name })}</p>
${alert(failure, "propose")}${others.length === 0 ? drawnForm("propose", here, content) : html`<p>${say(WORDS.media.actionUnshown, { names: others.join(", ") })}</p>`}`;
}

function proposalOf({ summary, changes, picture, version, proof }: ProposalView, here: string): Html {
  const says = summary === null ? html`${WORDS.actions.proposed}` : untrustedText(summary);
  if (changes.length === 0) return html`<p role="status">${says} ${WORDS.actions.nothing}</p>`;
  const values = html`${versionField(version)}<input type="hidden" name="changes" value="${JSON.stringify(picture)}"><input type="hidden" name="proof" value="${proof}">`;
  return html`<div role="status"><p>${says}</p><dl class="facts">${changes.map(change)}</dl></div>
${drawnForm("apply", here, html`${values}<button type="submit">${WORDS.actions.apply}</button> <a href="${here}">${WORDS.actions.discard}</a>`)}`;
}

function change({ pointer, was, is }: ProposalView["changes"][number]): Html {
  const name = decodePointer(pointer)[0] ?? "";
  const term = name === "alt" ? WORDS.media.alt : WORDS.media.focal;
  return html`<div><dt>${term}${WORDS.everyPage.colon}${WORDS.actions.before}</dt><dd>${side(was)}</dd></div><div><dt>${term}${WORDS.everyPage.colon}${WORDS.actions.after}</dt><dd>${side(is)}</dd></div>`;
}

const percent = (share: unknown): string => `${Math.round(Number(share) * 1000) / 10} %`;

function side(value: unknown): Html {
  if (isObject(value)) return html`${percent(value["x"])}, ${percent(value["y"])}`;
  return value === "" || value === null || value === undefined
    ? html`<em>${WORDS.actions.empty}</em>`
    : untrustedText(String(value));
}
