/** Says what a change of a field's kind, or of what languages share, does to the values that the entries of the draft have. */
import { CHOICES_PROPOSED, FIELD_CHANGES_LISTED } from "../../../manifests/bounds/documents.ts";
import { entryPart } from "../../../manifests/manifest/contentType.ts";
import { contributed } from "../../../manifests/ownTypes/asPlugin.ts";
import type { OwnType } from "../../../manifests/ownTypes/ownTypes.ts";
import { ownTypesIssues } from "../../../manifests/ownTypes/rules.ts";
import { Refusal } from "../../../manifests/refusals/refusal.ts";
import { OWNER } from "../../../manifests/shapes/owner.ts";
import { valuesWith } from "../../documents/content/sharedValues.ts";
import { sharedNames } from "../../../manifests/rules/settingsRules.ts";
import type { Documents, StoredDocument } from "../../documents/documents.ts";
import type { History } from "../../documents/history.ts";
import type { Powers } from "../../powers/powers.ts";
import { fitOf } from "../../templates/fitting.ts";
import { sameJson } from "../operations/sameJson.ts";

interface ChangedValues {
  readonly total: number;
  /** The first of them. Without `after`, visitors no longer see the value. */
  readonly listed: readonly {
    readonly id: string;
    readonly title: string;
    readonly before: unknown;
    readonly after: unknown;
  }[];
}

/** The effects of a field's new kind on the values of the draft's entries. */
export interface KindChangeView {
  /** The number of values that stay as they are. */
  readonly kept: number;
  /** The first different values before the change, as text. */
  readonly different: readonly string[];
  readonly converted: ChangedValues;
  readonly lost: ChangedValues;
}

export interface KindChangeAsked {
  /** The type as it will be. */
  readonly type: OwnType;
  readonly field: string;
}

export interface KindChangeParts {
  readonly documents: Documents;
  readonly history: History;
  readonly powers: Pick<Powers, "now">;
}

const isNone = (value: unknown): boolean =>
  value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

type Changed = KindChangeView["lost"]["listed"][number];

const firstOf = (all: readonly Changed[]): KindChangeView["lost"] => ({
  total: all.length,
  listed: all.slice(0, FIELD_CHANGES_LISTED),
});

/** Counts of the values looked at so far. */
class Tally {
  readonly #different = new Set<string>();
  readonly #converted: Changed[] = [];
  readonly #lost: Changed[] = [];
  #kept = 0;

  add(changed: Changed): void {
    const { before, after } = changed;
    if (this.#different.size < CHOICES_PROPOSED) for (const one of [before].flat()) this.#different.add(String(one));
    if (sameJson(before, after)) this.#kept += 1;
    else (isNone(after) ? this.#lost : this.#converted).push(changed);
  }

  get view(): KindChangeView {
    return {
      kept: this.#kept,
      different: [...this.#different].slice(0, CHOICES_PROPOSED),
      converted: firstOf(this.#converted),
      lost: firstOf(this.#lost),
    };
  }
}

type Values = Readonly<Record<string, unknown>>;

/** Counts what is converted and what is no longer shown. Nothing is written. */
export function kindChange(
  { documents, history, powers }: KindChangeParts,
  site: string,
  { type, field }: KindChangeAsked,
): KindChangeView {
  const issues = ownTypesIssues({ types: [type] });
  if (issues.length > 0) throw new Refusal("INVALID_REQUEST", { issues });
  const tally = new Tally();
  const name = `${OWNER}/${type.name}`;
  const present = documents.lists.entryType(site, name);
  if (!present) return tally.view;
  const later = entryPart(contributed(type));
  const isShared = sharedNames(type.fields).includes(field);
  const isOther = isShared !== (present.shared?.names.includes(field) ?? false);
  /** The values that an entry has once its field is shared, or is no longer. */
  const valuesLater = ({ id, version, body }: StoredDocument<"page">, isNowShared: boolean): Values => {
    if (body.translationOf === undefined) return body.values ?? {};
    if (!isNowShared) return history.revision(site, id, version)?.body.values ?? {};
    const source = documents.get(site, "page", body.translationOf)?.body;
    return source?.type === name
      ? valuesWith({ names: [field], values: source.values ?? {} }, body.values)
      : (body.values ?? {});
  };
  for (const id of documents.lists.draftEntries({ site, type: name, where: [] }, powers.now())) {
    const page = documents.get(site, "page", id);
    if (!page) continue;
    const { title, values = {} } = page.body;
    const shown = present.read(values)[field];
    const before = isNone(shown) ? values[field] : shown;
    const after = fitOf(later, isOther ? valuesLater(page, isShared) : values).fields[field];
    if (!isNone(before) || !isNone(after)) tally.add({ id, title, before, after });
  }
  return tally.view;
}
