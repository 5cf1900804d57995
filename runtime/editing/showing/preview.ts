/** Renders unsaved content for a member, and stores nothing. */
import { quote } from "../../../manifests/refusals/pointer.ts";
import { type Issue, Refusal } from "../../../manifests/refusals/refusal.ts";
import type { Page, Theme } from "../../documents/content/content.ts";
import type { Section } from "../../documents/content/section.ts";
import { sectionPointer } from "../../documents/content/sectionWalk.ts";
import type { Documents, StoredDocument } from "../../documents/documents.ts";
import type { RenderedPage, SiteView } from "../../rendering/renderer.ts";
import { rootAttributes } from "../../rendering/shell.ts";
import type { Pinned } from "../../snapshots/pinned.ts";
import { dataVisitorsSee } from "../../snapshots/preview.ts";
import type { SectionDataStore } from "../../snapshots/store.ts";
import { sectionIds, withSection, withoutSection } from "../operations/sectionTree.ts";
import type { PreviewView } from "./views.ts";
import { boundedHtml, boundedText } from "./bounded.ts";
import { type DraftMoment, draftView } from "./moment.ts";
import type { ExampleInput, LookInput, PreviewInput } from "./previewInput.ts";

export interface PreviewParts {
  readonly documents: Documents;
  readonly draftMoment: DraftMoment;
  readonly sectionData: SectionDataStore;
}

export interface PreviewAsked {
  readonly page: string;
  readonly wanted: PreviewInput;
}

/** The page of a preview, at the current state of the draft. */
interface About {
  readonly pinned: Pinned;
  readonly page: StoredDocument<"page">;
  readonly sectionData: SectionDataStore;
}

type Shown = Pick<PreviewView, "sections" | "issues"> & Partial<PreviewView>;

export async function preview(
  { documents, draftMoment, sectionData }: PreviewParts,
  site: string,
  { page: id, wanted }: PreviewAsked,
): Promise<PreviewView> {
  const pinned = await draftMoment.now(site);
  const page = documents.get(site, "page", id, pinned.change);
  if (!page) throw new Refusal("NOT_FOUND", { page: id });
  const view = draftView(pinned);
  const frame = { change: pinned.change, root: rootAttributes(view), stylesheet: view.stylesheet };
  return { ...frame, css: null, document: null, ...shown({ pinned, page, sectionData }, wanted) };
}

function shown(about: About, wanted: PreviewInput): Shown {
  if ("sections" in wanted) return sectionsShown(about, wanted.sections);
  return "theme" in wanted ? themeShown(about, wanted.theme) : exampleShown(about, wanted);
}

/** Renders like the draft, but with the published data. Calling a plugin at each key press would overload it. */
function rendered(about: About, body: Page, site: SiteView = draftView(about.pinned)): RenderedPage {
  const { pinned, page, sectionData } = about;
  const data = dataVisitorsSee(sectionData, pinned, page.id, body);
  return pinned.plugins.renderer.page({ id: page.id, version: page.version, page: body, site, mode: "edit", data });
}

function sectionsShown(about: About, wanted: readonly Section[]): Shown {
  const body = { ...about.page.body, sections: placed(about.page.body.sections, wanted) };
  const { sections } = rendered(about, body);
  return {
    sections: boundedHtml(wanted.map(({ id }) => ({ id, html: sections.get(id) ?? null }))),
    issues: issuesOf(about.pinned, body, wanted),
  };
}

/**
 * Replaces the sent sections in the page's tree. A section that was sent inside another one is removed from its old
 * place.
 */
function placed(sections: readonly Section[], wanted: readonly Section[]): Section[] {
  const inside = wanted.flatMap(({ children = {} }) => Object.values(children).flatMap(sectionIds));
  const rest = inside.reduce((tree, id) => withoutSection(tree, id), [...sections]);
  const known = new Set(sectionIds(rest));
  const kept = wanted
    .filter(({ id }) => known.has(id))
    .reduce((tree, section) => withSection(tree, section.id, () => section), rest);
  return [...kept, ...wanted.filter(({ id }) => !known.has(id))];
}

/** The faults of the sent sections only. */
function issuesOf({ plugins }: Pinned, body: Page, wanted: readonly Section[]): Issue[] {
  const { issues, unknown } = plugins.renderer.checkPage(body);
  const untyped = unknown.map(({ section, type }) => ({
    pointer: `${sectionPointer(body.sections, section) ?? ""}/type`,
    found: quote(type),
    allowed: "a section type of an active plugin",
  }));
  return [...issues, ...untyped].flatMap((issue) => {
    const at = wanted.findIndex(({ id }) => `${issue.pointer}/`.startsWith(`${pointerTo(body, id)}/`));
    const sent = wanted[at];
    if (!sent) return [];
    return [{ ...issue, pointer: `/sections/${at}${issue.pointer.slice(pointerTo(body, sent.id).length)}` }];
  });
}

const pointerTo = (body: Page, id: string): string => sectionPointer(body.sections, id) ?? "/nowhere";

/** The style sheet and the page with another theme or other tokens. Invalid tokens are ignored. */
function themeShown(about: About, { theme: name, scheme, tokens }: LookInput["theme"]): Shown {
  const { renderer } = about.pinned.plugins;
  const present = draftView(about.pinned);
  const theme: Theme = {
    theme: name ?? present.theme.theme,
    scheme: scheme ?? present.theme.scheme,
    tokens: tokens ?? present.theme.tokens,
  };
  const site = { ...present, theme };
  return {
    root: rootAttributes(site),
    css: boundedText(renderer.stylesheet(theme)),
    document: boundedText(rendered(about, about.page.body, site).html),
    sections: [],
    issues: renderer.checkTheme(theme).map((issue) => ({ ...issue, pointer: `/theme${issue.pointer}` })),
  };
}

/** Renders the example of a section type as the only section of the page. */
function exampleShown(about: About, wanted: ExampleInput): Shown {
  const section = findExample(about.pinned, wanted);
  const body = { ...about.page.body, sections: [section] };
  const html = rendered(about, body).sections.get(section.id) ?? null;
  const { issues } = about.pinned.plugins.renderer.checkPage(body);
  return {
    sections: boundedHtml([{ id: section.id, html }]),
    issues: issues.map((issue) => ({ ...issue, pointer: issue.pointer.replace(/^\/sections\/0/, "") })),
  };
}

function findExample({ plugins }: Pinned, { example: type, variant, preset }: ExampleInput): Section {
  const found = plugins.renderer.sectionType(type);
  if (!found) throw refused("/example", type, "a section type of an active plugin");
  const filled = preset === undefined ? found.example : found.presets?.[preset];
  if (!filled) throw refused("/preset", String(preset), `one of the ${found.presets?.length ?? 0} presets of the type`);
  const chosen = variant ?? filled.variant;
  return { id: "example", type, fields: { ...filled.fields }, ...(chosen === undefined ? {} : { variant: chosen }) };
}

const refused = (pointer: string, found: string, allowed: string): Refusal =>
  new Refusal("INVALID_REQUEST", { issues: [{ pointer, found: quote(found), allowed }] });
