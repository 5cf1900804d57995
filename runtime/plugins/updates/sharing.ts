/**
 * Finds the values of translations that a version shows differently, because its content types let other fields be the
 * same in every language. Nothing is written: history keeps the values that are no longer shown.
 */
import { SHARING_VALUES_LISTED } from "../../../manifests/bounds/plugins.ts";
import { type DrawnType, drawnTypes } from "../../../manifests/manifest/contentType.ts";
import type { Manifest } from "../../../manifests/manifest/manifest.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { sharedNames } from "../../../manifests/rules/settingsRules.ts";
import type { Page } from "../../documents/content/content.ts";
import type { Documents } from "../../documents/documents.ts";
import { fitOf } from "../../templates/fitting.ts";

/** A value of a translation before and after the update. Without `after`, nothing is shown any more. */
interface ChangedValue {
  readonly page: string;
  readonly title: string;
  readonly path: string;
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface ChangedValues {
  readonly total: number;
  readonly listed: readonly ChangedValue[];
}

/** A type of the later version, and its fields that begin or end to be shared. */
interface ChangedType {
  readonly item: DrawnType;
  readonly begin: readonly string[];
  readonly end: readonly string[];
}

type Values = Page["values"];

const NOTHING: ChangedValues = { total: 0, listed: [] };

function sharedByType({ id, contributes }: Manifest): Map<string, readonly string[]> {
  return new Map((contributes.contentTypes ?? []).map(({ name, fields }) => [`${id}/${name}`, sharedNames(fields)]));
}

function changedTypes(before: Manifest, after: Manifest): Map<string, ChangedType> {
  const had = sharedByType(before);
  const items = new Map(drawnTypes(after.contributes).map(({ item }) => [`${after.id}/${item.name}`, item]));
  const changed = [...sharedByType(after)].flatMap(([type, names]): [string, ChangedType][] => {
    const [item, were] = [items.get(type), had.get(type) ?? []];
    const begin = names.filter((name) => !were.includes(name));
    const end = were.filter((name) => !names.includes(name));
    return item && begin.length + end.length > 0 ? [[type, { item, begin, end }]] : [];
  });
  return new Map(changed);
}

const isNone = (value: unknown): boolean =>
  value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

const isSame = (one: unknown, other: unknown): boolean =>
  (isNone(one) && isNone(other)) || JSON.stringify(one) === JSON.stringify(other);

/**
 * Compares two versions over the draft. Each list of plugins asks while a version waits. The last answer about a plugin
 * is kept until the draft or one of the versions changes.
 */
export class SharingChanges {
  readonly #documents: Documents;
  readonly #found = new Map<string, { readonly of: string; readonly changes: ChangedValues }>();

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  between(site: string, before: PackedPlugin, after: PackedPlugin): ChangedValues {
    const plugin = `${site} ${after.manifest.id}`;
    const of = `${this.#documents.change(site)} ${before.digest} ${after.digest}`;
    const known = this.#found.get(plugin);
    if (known?.of === of) return known.changes;
    const changes = sharingChanges(this.#documents, site, before.manifest, after.manifest);
    this.#found.set(plugin, { of, changes });
    return changes;
  }
}

/** Compares what translations of the draft show now with what they show once `after` has replaced `before`. */
function sharingChanges(documents: Documents, site: string, before: Manifest, after: Manifest): ChangedValues {
  const types = changedTypes(before, after);
  if (types.size === 0) return NOTHING;
  const found = documents.translations
    .draftOfTypes(site, [...types.keys()])
    .flatMap(({ id, translationOf }): ChangedValue[] => {
      const page = documents.get(site, "page", id)?.body;
      const type = page?.type === undefined ? undefined : types.get(page.type);
      if (!page || !type) return [];
      const source = documents.get(site, "page", translationOf)?.body;
      const read = (values: Values): Readonly<Record<string, unknown>> => fitOf(type.item, values ?? {}).fields;
      const shown = read(page.values);
      const [kept, own] = [
        source?.type === page.type ? read(source?.values) : shown,
        read(documents.shared.own(site, id)),
      ];
      const later = [
        ...type.begin.map((field) => ({ field, after: kept[field] })),
        ...type.end.map((field) => ({ field, after: own[field] })),
      ];
      const { title, path } = page;
      return later
        .map((one) => ({ page: id, title, path, before: shown[one.field], ...one }))
        .filter((one) => !isSame(one.before, one.after));
    });
  return { total: found.length, listed: found.slice(0, SHARING_VALUES_LISTED) };
}
