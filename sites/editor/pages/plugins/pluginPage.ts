/** The page of one plugin: state, effects, capabilities, settings and recent calls. */
import { html } from "hono/html";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { PluginDetailView } from "../../../../runtime/plugins/management/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import type { DeskPageState } from "../desk/page.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { moment } from "../drawing/moment.ts";
import { doneIn, status } from "../drawing/status.ts";
import { removal } from "../library/removal.ts";
import { oneWay, untrustedText } from "../library/untrustedText.ts";
import { pluginAt, PLUGINS_AREA } from "./area.ts";
import { calls } from "./calls.ts";
import { consentAsked, effects } from "./consent.ts";
import { updates } from "./updates.ts";
import { settingsForm } from "./settingsForm.ts";
import { badge, OUR_DETAILS, ownLanguage, whyNot } from "./pluginState.ts";

const { plugins: words } = WORDS;

interface Shown {
  readonly plugin: PluginDetailView;
  readonly here: string;
  readonly failure: FormFailure | undefined;
}

export async function pluginPage(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const id = desk.subject ?? "";
  const { workspace, member } = desk;
  const plugin = expectValue(await workspace.read("plugin", member.site, { plugin: id }));
  const made = expectValue(await workspace.read("plugin.invocations", member.site, { plugin: id }));
  const shown: Shown = { plugin, here: pluginAt(id), failure };
  const done = doneIn(new URL(desk.request.url).searchParams, words.done);
  const content = html`<p><a href="${PLUGINS_AREA.path}">${words.back}</a></p>
<h1>${untrustedText(plugin.name, ownLanguage(plugin))}</h1>${status(done)}
${plugin.description === "" ? "" : html`<p class="lead">${untrustedText(plugin.description, ownLanguage(plugin))}</p>`}
<div class="work columns">${stateSection(shown)}${asking(shown)}</div>
<div class="work">${part("effects", words.effects, effects(plugin.consent))}${together(plugin)}
${plugin.source === "installed" ? part("updates", words.updates, updates(shown)) : ""}
${part("settings", words.settings, settingsForm(plugin.settings, shown.here, failure))}
${plugin.kind === "executable" ? part("calls", words.calls, calls(made)) : ""}
${part("about", words.about, about(plugin))}${plugin.source === "installed" ? removing(shown) : ""}</div>`;
  return editorPage(desk, { title: oneWay(plugin.name), content, refusal: failure?.refusal });
}

const part = (name: string, title: string, content: Html | string): Html =>
  html`<section aria-labelledby="${name}-title"><h2 id="${name}-title">${title}</h2>${content}</section>`;

function stateSection({ plugin, here, failure }: Shown): Html {
  const { state, probation, alone, source, digest } = plugin;
  const isOff = state === "disabled" || state === "quarantined";
  const off = isOff
    ? ""
    : drawnForm("disable", here, html`${seen(digest)}<button type="submit" class="quiet">${words.disable}</button>`);
  // The operator gave the plugins of the deployment their exclusive names, so members are not asked.
  const on = isOff ? switchingOn({ state, digest, alone: source === "installed" ? alone : [], here }) : off;
  return part(
    "standing",
    words.standing,
    html`<p>${badge(plugin)}</p>${whyNot(plugin)}
${state === "quarantined" ? html`<p>${words.quarantine}</p>` : ""}${probation ? watched(probation) : ""}
${alert(failure, "enable")}${alert(failure, "disable")}${on}`,
  );
}

function watched({ since, reason }: NonNullable<PluginDetailView["probation"]>): Html {
  const [before = "", between = "", after = ""] = words.probation.split(/\{at\}|\{reason\}/);
  return html`<p class="warning">${before}${moment(since)}${between}${untrustedText(reason, OUR_DETAILS)}${after}</p>`;
}

interface SwitchingOn {
  readonly state: PluginDetailView["state"];
  readonly digest: string;
  readonly alone: readonly string[];
  readonly here: string;
}

/** The digest of the version on the page. The command refuses if another version has replaced it. */
const seen = (digest: string): Html => html`<input type="hidden" name="digest" value="${digest}">`;

function switchingOn({ state, digest, alone, here }: SwitchingOn): Html {
  const [before = "", after = ""] = words.alone.split("{name}");
  const ticks = alone.map(
    (name, index) =>
      html`<p class="tick"><input type="checkbox" id="alone-${index}" name="alone-${index}" value="${name}" required> <label for="alone-${index}">${before}<code>${name}</code>${after}</label></p>`,
  );
  const names =
    alone.length === 0
      ? ""
      : html`<fieldset><legend>${words.aloneTitle}</legend><p class="help">${words.aloneHelp}</p>${ticks}</fieldset>`;
  const button = state === "quarantined" ? words.enableAgain : words.enable;
  return drawnForm("enable", here, html`${seen(digest)}${names}<button type="submit">${button}</button>`);
}

function asking({ plugin, here, failure }: Shown): Html {
  const { requested, grant, digest, difference } = plugin;
  const asksNothing = Object.keys(requested).length === 0;
  // The deployment grants letters to its own plugins, so nobody is asked for them.
  const isGranted = grant ? grant.digest === digest : plugin.source === "first-party";
  const isAllowed = isGranted && difference.added.length + difference.removed.length === 0;
  const read = html`<input type="hidden" name="digest" value="${digest}"><input type="hidden" name="capabilities" value="${JSON.stringify(requested)}">
<button type="submit">${words.grant}</button>`;
  const grants = html`<p class="${isAllowed ? "facts" : "warning"}">${isAllowed ? words.allowed : grant ? words.otherAllowed : words.notAllowed}</p>
${isAllowed ? "" : drawnForm("grant", here, read)}`;
  const back = grant
    ? drawnForm("revoke", here, html`<button type="submit" class="danger">${words.revoke}</button>`)
    : "";
  return part(
    "asks",
    words.asks,
    html`${consentAsked(plugin.consent, ownLanguage(plugin))}${plugin.waiting ? "" : alert(failure, "grant")}${asksNothing ? "" : grants}${alert(failure, "revoke")}${back}`,
  );
}

const sentences = (all: readonly string[]): Html =>
  html`<ul class="rows">${all.map((one) => html`<li class="row">${untrustedText(one)}</li>`)}</ul>`;

/** The additions between this plugin and others; empty for most plugins. */
function together({ contributes: { provides, extends: added } }: PluginDetailView): Html | string {
  if (provides.length + added.length === 0) return "";
  const taken = provides.map(
    ({ title, additions }) => `${title}${WORDS.everyPage.colon}${additions.join(", ") || words.nothingAdded}`,
  );
  const given = added.map(
    ({ point, skipped }) =>
      `${point}${WORDS.everyPage.colon}${skipped ? say(words.leftOut, { detail: skipped.detail }) : words.takenIn}`,
  );
  return html`${part("together", words.together, sentences([...taken, ...given]))}
`;
}

function about({ id, version, kind, source, license, signedBy, installedAt }: PluginDetailView): Html {
  const since = installedAt === null ? "" : html` · ${moment(installedAt)}`;
  return html`<p class="facts"><bdi>${id}</bdi> · <bdi>${version}</bdi> · ${words.kinds[kind]} · ${words.sources[source]}${since}</p>
${license === null ? "" : html`<p class="facts">${WORDS.shelves.license}${WORDS.everyPage.colon}${untrustedText(license)}</p>`}${signedBy.length === 0 ? "" : html`<p class="facts">${words.signed}</p>`}`;
}

const removing = ({ here, failure }: Shown): Html =>
  part(
    "remove",
    words.removeTitle,
    removal({
      name: "remove",
      here,
      back: here,
      of: "",
      first: { help: html`<p class="help">${words.removeHelp}</p>`, button: words.remove },
      second: { question: html`<p>${words.removeQuestion}</p>`, button: words.removeSure },
      failure,
    }),
  );
