/** The shared sections that stand on every page: those at the top and at the bottom, and the forms that change them. */
import { html } from "hono/html";
import { REGION_MAX_ENTRIES } from "../../../../manifests/bounds/documents.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { Navigation, RegionName } from "../../../../runtime/documents/content/content.ts";
import { say } from "../../../words/shape/say.ts";
import { WORDS } from "../../../words/words.ts";
import { START } from "../desk/area.ts";
import type { Desk } from "../desk/desk.ts";
import type { FormFailure } from "../desk/failure.ts";
import { type Fields, typedIn } from "../desk/sent.ts";
import { notInForm } from "../desk/through.ts";
import { DrawnFields } from "../drawing/fields.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { versionField } from "../drawing/versionField.ts";

const { menu: words } = WORDS;

export const REGION_NAMES = ["header", "footer"] as const satisfies readonly RegionName[];

/** The entries that a form offers. A site with more uses the API. */
const OFFERED = 100;

const regionIn = (fields: Fields): RegionName => {
  const region = REGION_NAMES.find((one) => one === fields.get("region"));
  if (!region) throw notInForm("region", REGION_NAMES.join(", "));
  return region;
};

const withRegion = (all: Navigation, name: RegionName, links: readonly string[]): Navigation => {
  const { [name]: _, ...others } = all.regions ?? {};
  const regions = links.length === 0 ? others : { ...others, [name]: [...links] };
  const { regions: _before, ...rest } = all;
  return Object.keys(regions).length === 0 ? rest : { ...rest, regions };
};

const linkIn = (fields: Fields): string => `page:${typedIn(fields, "entry")}`;

/** The menus with one more shared section in a region. */
export function withPlacedEntry(all: Navigation, fields: Fields): Navigation {
  const name = regionIn(fields);
  return withRegion(all, name, [...(all.regions?.[name] ?? []), linkIn(fields)]);
}

export function withoutPlacedEntry(all: Navigation, fields: Fields): Navigation {
  const name = regionIn(fields);
  const link = linkIn(fields);
  return withRegion(
    all,
    name,
    (all.regions?.[name] ?? []).filter((one) => one !== link),
  );
}

interface SharedEntry {
  readonly id: string;
  readonly title: string;
}

/** The shared sections of the site. Undefined where no active plugin has any. */
async function sharedEntries({ workspace, member }: Desk): Promise<readonly SharedEntry[] | undefined> {
  const { sections } = expectValue(await workspace.read("catalogue", member.site, {}));
  const types = new Set(sections.flatMap(({ places }) => places?.of ?? []));
  if (types.size === 0) return undefined;
  const lists = await Promise.all(
    [...types].map((type) => workspace.read("entries", member.site, { type, order: "title", limit: OFFERED })),
  );
  return lists.flatMap((list) => expectValue(list).items);
}

interface ShownRegions {
  readonly all: Navigation;
  readonly version: number;
  readonly here: string;
  readonly failure: FormFailure | undefined;
}

export async function regionsDrawn(desk: Desk, shown: ShownRegions): Promise<Html | string> {
  const entries = await sharedEntries(desk);
  if (!entries) return "";
  const titles = new Map(entries.map(({ id, title }) => [id, title]));
  const parts = REGION_NAMES.map((name) => region(shown, name, titles));
  return html`<section aria-labelledby="regions-title"><h2 id="regions-title">${words.regions.title}</h2><p>${words.regions.hint}</p>
<div class="work columns">${parts}</div></section>`;
}

function region(shown: ShownRegions, name: RegionName, titles: ReadonlyMap<string, string>): Html {
  const ids = (shown.all.regions?.[name] ?? []).map((link) => link.slice("page:".length));
  const rows = ids.map((id) => row(shown, name, id, titles.get(id) ?? id));
  const list = ids.length === 0 ? html`<p class="none">${words.regions.none}</p>` : html`<ul class="rows">${rows}</ul>`;
  const left = [...titles].filter(([id]) => !ids.includes(id));
  const isFull = ids.length >= REGION_MAX_ENTRIES || left.length === 0;
  return html`<section aria-labelledby="region-${name}-title"><h3 id="region-${name}-title">${words.regions[name]}</h3>${list}${alert(shown.failure, `place-${name}`)}${isFull ? "" : adding(shown, name, left)}</section>`;
}

function row({ version, here }: ShownRegions, name: RegionName, id: string, title: string): Html {
  const label = say(words.ofItem, { what: words.remove, label: title });
  const content = html`${versionField(version)}<input type="hidden" name="region" value="${name}"><input type="hidden" name="entry" value="${id}"><button type="submit" class="danger" aria-label="${label}">${words.remove}</button>`;
  return html`<li class="row"><div class="what"><p class="name"><a href="${START}/edit?page=${encodeURIComponent(id)}"><bdi>${title}</bdi></a></p></div><div class="acts">${drawnForm("unplace", here, content)}</div></li>`;
}

function adding({ version, here, failure }: ShownRegions, name: RegionName, left: readonly [string, string][]): Html {
  const form = `place-${name}`;
  const fields = new DrawnFields(form, failure, { entry: "/body/regions" });
  const content = html`${versionField(version)}<input type="hidden" name="region" value="${name}">
${fields.choice("entry", words.regions.entry, "", left)}<button type="submit">${words.add}</button>`;
  return drawnForm(form, here, content);
}
