/** Entries and content types that pages of a publication show, and that it leaves behind. */
import { LISTS_LOOKED_AT, UNPUBLISHED_LISTED } from "../../../manifests/bounds/publishing.ts";
import type { OwnType } from "../../../manifests/ownTypes/ownTypes.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { isOwnType, OWNER } from "../../../manifests/shapes/owner.ts";
import type { Page, PageQuery } from "../../documents/content/content.ts";
import { ENTRY, shownSections } from "../../documents/content/entry.ts";
import type { Section } from "../../documents/content/section.ts";
import { eachSection } from "../../documents/content/sectionWalk.ts";
import { type DocumentRef, type Documents, ONLY } from "../../documents/documents.ts";
import type { AskedList } from "../../rendering/paging.ts";
import type { Renderer } from "../../rendering/renderer.ts";
import { sectionTexts } from "./sectionTexts.ts";
import type { PublicationView } from "./views.ts";

type Warning = PublicationView["warnings"][number];
type Unpublished = NonNullable<Warning["unpublished"]>;

export interface LeftFault {
  readonly code: "list_empty" | "list_short" | "entry_unpublished" | "type_unpublished";
  readonly section: Section | undefined;
  readonly unpublished: Unpublished;
}

export interface LeftPlace {
  readonly documents: Documents;
  readonly site: string;
  readonly renderer: Pick<Renderer, "lists" | "sectionType">;
  /** The moment of the draft that visitors see. */
  readonly shown: number;
  readonly now: number;
  readonly pageless: ReadonlySet<string>;
  /** All documents that differ from what visitors see. */
  readonly changed: readonly DocumentRef[];
  isChosen(ref: DocumentRef): boolean;
}

/** The entries of a list that stay behind, and whether the list shows nothing without them. */
interface Behind {
  readonly ids: readonly string[];
  readonly isEmpty: boolean;
}

const NONE: Behind = { ids: [], isEmpty: false };

/** Names that lists and templates ask a type for. */
const namesOf = ({ fields, index = [] }: OwnType): string[] => [
  ...Object.keys((fields as JsonSchema & { readonly properties?: object }).properties ?? {}),
  ...index.map((name) => `index ${name}`),
];

/** Finds lists and references of published pages that show less, because what they show stays unpublished. */
export class LeftEntries {
  readonly #place: LeftPlace;
  /** Changed pages that the publication leaves out. */
  readonly #left: ReadonlySet<string>;
  readonly #held: ReadonlySet<string>;
  /** True if the owner's content types changed and stay behind. */
  readonly #leavesTypes: boolean;
  readonly #read = new Map<string, Behind>();
  readonly #types = new Map<string, string | undefined>();
  #unread = 0;

  constructor(place: LeftPlace) {
    const { documents, site, changed, isChosen } = place;
    this.#place = place;
    const left = changed.filter((ref) => ref.kind === "page" && !isChosen(ref));
    this.#left = new Set(left.map(({ id }) => id));
    this.#leavesTypes = changed.some((ref) => ref.kind === "types" && !isChosen(ref));
    this.#held = new Set(left.length === 0 ? [] : documents.heldBack(site).map(({ id }) => id));
  }

  /** Lists that were not looked at: there are too many different ones, or an index of their entries is being made. */
  get unread(): number {
    return this.#unread;
  }

  /** The faults of one page that is published. */
  faultsOf(id: string, body: Page): LeftFault[] {
    if (this.#left.size === 0 && !this.#leavesTypes) return [];
    const sections = [...eachSection(shownSections(body))].map(({ section }) => section);
    const { documents, site, renderer } = this.#place;
    const lists = renderer.lists({ id, page: body }, documents.only(site, "settings").body);
    return sections.flatMap((section) => {
      const shown = lists.filter((list) => list.section.id === section.id);
      const type = this.#typeOf(section, shown);
      return [...this.#listFault(section, shown, type), ...this.#references(section)];
    });
  }

  /** The content type of a list, or of the entry itself, that stays behind. */
  #typeOf(section: Section, lists: readonly AskedList[]): string | null {
    const asked = [...lists.map(({ query }) => query.type), ...(section.id === ENTRY ? [section.type] : [])];
    return asked.map((type) => this.#typeLeft(type)).find((title) => title !== undefined) ?? null;
  }

  /** The name of an owner's type of which visitors lack a part that entries or lists need. */
  #typeLeft(type: string | undefined): string | undefined {
    if (type === undefined || !isOwnType(type) || !this.#leavesTypes) return undefined;
    if (!this.#types.has(type)) this.#types.set(type, this.#lacking(type));
    return this.#types.get(type);
  }

  #lacking(type: string): string | undefined {
    const [before, now] = [this.#place.shown, undefined].map((at) => this.#typeAt(type, at));
    const known = new Set(before && namesOf(before));
    return now && (!before || namesOf(now).some((name) => !known.has(name))) ? now.plural : undefined;
  }

  #typeAt(type: string, at: number | undefined): OwnType | undefined {
    const { documents, site } = this.#place;
    const types = documents.get(site, "types", ONLY, at)?.body.types ?? [];
    return types.find(({ name }) => `${OWNER}/${name}` === type);
  }

  #listFault(section: Section, lists: readonly AskedList[], type: string | null): LeftFault[] {
    const found = lists.map(({ query }) => this.#behind(query)).filter(({ ids }) => ids.length > 0);
    const unpublished = { ...this.#unpublished(found.flatMap(({ ids }) => ids)), type };
    if (found.length === 0) return type === null ? [] : [{ code: "type_unpublished", section, unpublished }];
    return [{ code: found.some(({ isEmpty }) => isEmpty) ? "list_empty" : "list_short", section, unpublished }];
  }

  /** Pages that a section or an entry refers to, and that visitors never saw. */
  #references(section: Section): LeftFault[] {
    if (this.#left.size === 0) return [];
    const type = this.#place.renderer.sectionType(section.type);
    const { pages } = sectionTexts((type?.fields ?? {}) as JsonSchema, section.fields);
    const ids = pages.filter((page) => this.#left.has(page) && !this.#isSeen(page) && this.#title(page) !== undefined);
    return ids.length === 0 ? [] : [{ code: "entry_unpublished", section, unpublished: this.#unpublished(ids) }];
  }

  #isSeen(id: string): boolean {
    const { documents, site, shown } = this.#place;
    return documents.placeOf(site, id, shown) !== undefined;
  }

  #title(id: string): string | undefined {
    const { documents, site } = this.#place;
    return documents.pageEntry(site, id)?.title;
  }

  #unpublished(ids: readonly string[]): Unpublished {
    const all = [...new Set(ids)];
    const pages = all.slice(0, UNPUBLISHED_LISTED).map((id) => ({ id, title: this.#title(id) ?? id }));
    const held = all.filter((id) => this.#held.has(id)).length;
    return { pages, total: all.length, held, type: null };
  }

  #behind(query: PageQuery): Behind {
    if (this.#left.size === 0) return NONE;
    const key = JSON.stringify(query);
    const known = this.#read.get(key);
    if (known) return known;
    if (this.#read.size === LISTS_LOOKED_AT) {
      this.#unread += 1;
      return NONE;
    }
    const found = this.#asked(query);
    if (!found) this.#unread += 1;
    this.#read.set(key, found ?? NONE);
    return found ?? NONE;
  }

  /** Undefined while an index of the list's entries is being made. */
  #asked(query: PageQuery): Behind | undefined {
    try {
      return this.#ask(query);
    } catch (error) {
      if (error instanceof Refusal && error.code === "UNAVAILABLE") return undefined;
      throw error;
    }
  }

  /** Pages held back are in no publication of everything, so only a list that shows nothing names them. */
  #ask(query: PageQuery): Behind {
    const { documents, site, shown } = this.#place;
    const listed = this.#ids(query, documents.change(site));
    const behind = listed.filter((id) => this.#left.has(id));
    if (behind.length === 0) return NONE;
    const seen = new Set(this.#ids({ ...query, ids: behind, offset: undefined }, shown));
    const missing = behind.filter((id) => !seen.has(id));
    const isEmpty = missing.length === listed.length && this.#ids({ ...query, limit: 1 }, shown).length === 0;
    return { ids: isEmpty ? missing : missing.filter((id) => !this.#held.has(id)), isEmpty };
  }

  #ids(query: PageQuery, at: number): string[] {
    const { documents, site, pageless, now } = this.#place;
    return documents.lists.fact(site, { ...query, pageless }, "ids", at, now) as string[];
  }
}
