/** The page of one plugin in an index: its effects and the capabilities that it asks for, before it is added. */
import { html } from "hono/html";
import { type IndexClaim, newestOf } from "../../../../manifests/distribution/claims.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { sizeOf } from "../../../../manifests/bytes/sizeOf.ts";
import { compareVersions, isVersion } from "../../../../manifests/shapes/version.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { PluginInstalledView, PluginOfferedView } from "../../../../runtime/plugins/management/views.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { claimTo } from "../../../web/api/indexes/finding.ts";
import type { PageActions } from "../desk/action.ts";
import { withQuery } from "../desk/address.ts";
import { findReading, findCommandRoute } from "../desk/area.ts";
import type { Desk } from "../desk/desk.ts";
import type { DeskPageState } from "../desk/page.ts";
import { through } from "../desk/through.ts";
import { drawnForm } from "../drawing/form.ts";
import { editorPage } from "../drawing/editorPage.ts";
import type { Html } from "../drawing/html.ts";
import { oneWay, untrustedText } from "../library/untrustedText.ts";
import { FIND_PATH, listedAt } from "./addresses.ts";
import { pluginAt } from "./area.ts";
import { consentAsked, effects } from "./consent.ts";
import { publisherBadge } from "./find.ts";
import { OUR_DETAILS } from "./pluginState.ts";
import { rejectedAlert } from "./rejected.ts";
import { touched, valuesElsewhere } from "./updates.ts";

const { shelves: words } = WORDS;
const OFFER = findReading("/api/plugin-indexes/{index}/plugins/{plugin}");

/** The most links to other versions. */
const VERSIONS_SHOWN = 20;

const queryOf = (version: string | null | undefined): string => withQuery("", { version });

export const LISTED_ACTIONS: PageActions = {
  add: {
    route: findCommandRoute("plugin.add"),
    fields: ["index", "version"],
    ask: ({ subject }, fields) => ({
      segments: { index: fields.get("index") ?? "", plugin: subject ?? "" },
      query: queryOf(fields.get("version")),
    }),
    after({ subject }, _, answer) {
      const { waiting, state } = answer as PluginInstalledView;
      const done = waiting ? "waits" : state === "enabled" ? "updated" : "installed";
      return withQuery(pluginAt(subject ?? ""), { done });
    },
  },
};

interface Shown {
  readonly claim: IndexClaim;
  readonly isKnown: boolean;
  readonly version: string;
}

export async function listedPage(desk: Desk, { failure }: DeskPageState): Promise<Response> {
  const query = new URL(desk.request.url).searchParams;
  const [plugin, index] = [desk.subject ?? "", query.get("index") ?? ""];
  const claim = await claimTo(desk, index, plugin);
  const wanted = query.get("version") ?? (claim && newestOf(claim));
  const offer = await offered(desk, { plugin, index, version: wanted });
  const refusal = failure?.refusal ?? (offer instanceof Refusal ? offer : undefined);
  const [name, about, more] = claim && wanted ? await drawn(desk, { claim, version: wanted, offer }) : [plugin, "", ""];
  const content = html`<p><a href="${FIND_PATH}">${words.back}</a></p>
<h1>${untrustedText(name)}</h1>${about === "" ? "" : html`<p class="lead">${untrustedText(about)}</p>`}
${refusal ? rejectedAlert(refusal) : ""}
<div class="work">${more}</div>`;
  return editorPage(desk, { title: oneWay(name), content, refusal });
}

/** The plugin's name and description, and the rest of the page. */
async function drawn(
  { workspace, member }: Desk,
  { claim, version, offer }: Omit<Shown, "isKnown"> & { readonly offer: PluginOfferedView | Refusal },
): Promise<readonly [string, string, Html]> {
  const { trust } = expectValue(await workspace.read("plugins", member.site));
  const shown: Shown = { claim, version, isKnown: trust.keys.includes(claim.publisher) };
  const more = html`${facts(shown, offer)}${offer instanceof Refusal ? "" : terms(claim, offer)}`;
  return [claim.name, claim.description, more];
}

/** The package of an index, or the refusal, which the page then explains. */
async function offered(
  desk: Desk,
  { plugin, index, version }: Readonly<Record<"plugin" | "index", string>> & { readonly version: string | undefined },
): Promise<PluginOfferedView | Refusal> {
  const question = { segments: { index, plugin }, query: queryOf(version), key: "" };
  try {
    return (await through(desk, OFFER, question)) as PluginOfferedView;
  } catch (error) {
    if (error instanceof Refusal && error.code === "PLUGIN_REJECTED") return error;
    throw error;
  }
}

function facts({ claim, isKnown, version }: Shown, offer: PluginOfferedView | Refusal): Html {
  const { plugin, index, publisher, versions } = claim;
  const others = versions
    .filter((one) => one !== version)
    .slice(0, VERSIONS_SHOWN)
    .map((one) => html` · <a href="${listedAt({ plugin, index, version: one })}"><bdi>${one}</bdi></a>`);
  const unknown = isKnown ? "" : html`<p class="warning">${words.unknownHelp}</p>`;
  const read =
    offer instanceof Refusal
      ? ""
      : html`${fact(words.size, html`${sizeOf(offer.bytes)}`)}${fact(words.license, offer.license === null ? html`${words.noLicense}` : untrustedText(offer.license))}${fact(words.origin, origin(offer))}${statedBy(offer)}`;
  return html`${unknown}<dl class="facts">${fact(words.publisher, html`${publisherBadge(isKnown)} <code>${publisher}</code>`)}
${fact(words.list, html`<bdi>${index}</bdi> · <bdi>${plugin}</bdi>`)}
${fact(words.versions, html`<bdi>${say(words.versionShown, { version })}</bdi>${others}`)}${read}</dl>`;
}

/** The origin of the package, as a key that this installation trusts has stated it. */
function origin({ provenance }: PluginOfferedView): Html {
  if (!provenance) return html`${words.noOrigin}`;
  const { refusal, source, commit, builder } = provenance;
  if (refusal !== null) return html`<span class="warning">${words.originRefused}</span>`;
  return html`${untrustedText(source ?? "")}${commit === null ? "" : html` · <code>${oneWay(commit)}</code>`} · ${untrustedText(builder ?? "")}`;
}

/** The keys that signed the statement, which proves no more than they do. */
const statedBy = ({ provenance }: PluginOfferedView): Html | string =>
  provenance?.signedBy.length
    ? fact(
        words.statedBy,
        html`${provenance.signedBy.map((kid, at) => html`${at === 0 ? "" : ", "}<code>${kid}</code>`)}`,
      )
    : "";

const fact = (term: string, value: Html): Html => html`<div><dt>${term}</dt><dd>${value}</dd></div>`;

/** Tells whether a version is a downgrade, which needs an owner's request through the API. */
const isOlder = (version: string, installed: string | null): boolean =>
  installed !== null && isVersion(version) && isVersion(installed) && compareVersions(version, installed) < 0;

function terms({ plugin, index }: IndexClaim, offer: PluginOfferedView): Html {
  const { consent, installed, version, touched: touches, sharing, taken } = offer;
  const send = html`<input type="hidden" name="index" value="${index}"><input type="hidden" name="version" value="${version}">
<button type="submit">${say(installed === null ? words.add : words.take, { version })}</button>`;
  const adding = isOlder(version, installed)
    ? html`<p>${words.olderThanHere}</p>`
    : installed === version
      ? html`<p>${words.sameHere} <a href="${pluginAt(plugin)}">${words.goTo}</a></p>`
      : html`<p class="help">${installed === null ? words.agreeLater : words.updateLater}</p>${drawnForm("add", listedAt({ plugin, index, version }), send)}`;
  return html`${part("asks", words.asks, consentAsked(consent))}${part("effects", words.effects, effects(consent))}${touched(touches)}${valuesElsewhere(sharing)}${takenNames(taken)}
${part("add", installed === null ? words.addTitle : words.updateTitle, adding)}`;
}

/** Lists names that other plugins hold, which keep this plugin from being switched on. */
function takenNames(taken: PluginOfferedView["taken"]): Html | string {
  if (taken.length === 0) return "";
  const rows = taken.map(
    ({ name, by }) =>
      html`<li class="row"><bdi>${by}</bdi>${WORDS.everyPage.colon}${untrustedText(name, OUR_DETAILS)}</li>`,
  );
  return html`<p class="warning">${WORDS.plugins.taken}</p><ul class="rows">${rows}</ul>`;
}

const part = (name: string, title: string, content: Html): Html =>
  html`<section aria-labelledby="${name}-title"><h2 id="${name}-title">${title}</h2>${content}</section>`;
