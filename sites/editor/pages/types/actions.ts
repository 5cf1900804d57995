/** The actions of the pages of types. Each changes one part of the present document, so two members may work at once. */
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { KIND_NAMES, type KindName } from "../../../../manifests/ownTypes/kinds.ts";
import type { OwnTypes } from "../../../../manifests/ownTypes/ownTypes.ts";
import { expectValue } from "../../../../runtime/commands/answer.ts";
import type { Action, PageActions } from "../desk/action.ts";
import { withQuery } from "../desk/address.ts";
import { findCommandRoute } from "../desk/area.ts";
import type { Desk } from "../desk/desk.ts";
import { type Merge, merge, type States, WAS, wasIn } from "../desk/merging.ts";
import { PUBLISHES } from "../desk/publishing.ts";
import { type Fields, typedIn } from "../desk/sent.ts";
import { notInForm } from "../desk/through.ts";
import { TYPES_AREA, typeAt } from "./area.ts";
import {
  typeNamed,
  withConverted,
  withFieldParts,
  withFieldUp,
  withKind,
  withNewField,
  withNewType,
  withoutField,
  withoutType,
  withParts,
  withSharing,
} from "./changes.ts";
import { readLosses } from "./narrowing.ts";
import { readKindChange, kindAsked } from "./newKind.ts";
import { valuesChanged, sharingAsked, sharingChange } from "./sharing.ts";
import {
  FIELD_PARTS,
  FIELD_TICKS,
  isShared,
  schemasOf,
  sentField,
  sentType,
  statesOfField,
  statesOfType,
  TYPE_PARTS,
} from "./states.ts";

type Change = (present: OwnTypes, fields: Fields, type: string, version: number) => OwnTypes;

const route = findCommandRoute("types.put");

interface PutInput {
  readonly version: string;
  readonly body: { readonly body: OwnTypes };
}

const presentTypes = async (desk: Desk): Promise<{ readonly version: number; readonly body: OwnTypes }> =>
  expectValue(await desk.workspace.read("types", desk.member.site));

/** Changes the present document. A write of another member in between is refused, and the form can be sent again. */
const putting = (change: Change): Action["ask"] =>
  async function ask(desk: Desk, fields: Fields) {
    const { version, body } = await presentTypes(desk);
    return { version: String(version), body: { body: change(body, fields, desk.subject ?? "", version) } };
  };

/** The parts that the sender changed. Throws if another member changed one of them, too. */
function changedIn(was: States, sent: States, now: States, current: number): Merge["mine"] {
  const { mine, clashes } = merge(was, sent, now);
  if (clashes.size > 0) throw new Refusal("STALE_VERSION", { current });
  return mine;
}

function kindIn(fields: Fields): KindName {
  const found = KIND_NAMES.find((kind) => kind === fields.get("kind"));
  if (!found) throw notInForm("kind", KIND_NAMES.join(", "));
  return found;
}

/** Adds a field. Entries may still have values of a removed field with its name. */
async function withFieldAdded(desk: Desk, fields: Fields): Promise<PutInput> {
  const { version, body } = await presentTypes(desk);
  const name = desk.subject ?? "";
  const plain = withNewField(body, name, kindIn(fields), sentField(fields, {}));
  const field = Object.keys(schemasOf(typeNamed(plain, name))).at(-1) ?? "";
  const added = typedIn(fields, "shared") === "true" ? withSharing(plain, name, field, true) : plain;
  const later = typeNamed(withConverted(added, name, field), name);
  const { converted, lost } = await desk.workspace
    .read("types.kindChange", desk.member.site, { type: later, field })
    .then(expectValue);
  const isOther = converted.total + lost.total > 0;
  return { version: String(version), body: { body: isOther ? withConverted(added, name, field) : added } };
}

/** Changes the kind of a field, if no more values are lost than the member has seen. */
async function withKindChosen(desk: Desk, fields: Fields): Promise<PutInput> {
  const { version, body } = await presentTypes(desk);
  const type = typeNamed(body, desk.subject ?? "");
  const asked = kindAsked(type, { get: (name) => typedIn(fields, name) });
  if (!asked) throw notInForm("kind", KIND_NAMES.join(", "));
  const { lost } = await readKindChange(desk, type, asked);
  // A number that cannot be read is no confirmation.
  if (!(lost.total <= Number(typedIn(fields, "lost")))) throw new Refusal("STALE_VERSION", { current: version });
  const mayLack = lost.total > 0;
  const all = withKind(body, { type: type.name, field: asked.field }, { ...asked, mayLack });
  return { version: String(version), body: { body: all } };
}

/** Changes a field, if that hides no more values than the member has seen. */
async function withFieldChanged(desk: Desk, fields: Fields): Promise<PutInput> {
  const { version, body } = await presentTypes(desk);
  const type = desk.subject ?? "";
  const field = typedIn(fields, "field");
  const now = statesOfField(typeNamed(body, type), field);
  const was = wasIn(fields);
  const sent = sentField(fields, was);
  const mine = changedIn(was, sent, now, version);
  const { total } = await readLosses(desk, body, fields);
  if (!(total <= Number(fields.get("lost") ?? "0"))) throw new Refusal("STALE_VERSION", { current: version });
  return { version: String(version), body: { body: withFieldParts(body, { type, field }, { sent, now, mine }) } };
}

/** Shares a field, or no longer, if no more values change than the member has seen. */
async function withSharingChosen(desk: Desk, fields: Fields): Promise<PutInput> {
  const { version, body } = await presentTypes(desk);
  const type = typeNamed(body, desk.subject ?? "");
  const field = sharingAsked(type, { get: (name) => typedIn(fields, name) });
  if (field === undefined) throw notInForm("sharing", Object.keys(schemasOf(type)).join(", "));
  const { total } = valuesChanged(await sharingChange(desk, type, field));
  // A number that cannot be read is no confirmation.
  if (!(total <= Number(typedIn(fields, "changes")))) throw new Refusal("STALE_VERSION", { current: version });
  const all = withSharing(body, type.name, field, !isShared(schemasOf(type)[field] ?? {}));
  return { version: String(version), body: { body: all } };
}

const stay =
  (done: string): Action["after"] =>
  (desk) =>
    withQuery(typeAt(desk.subject ?? ""), { done });

/** True if the form took a field by which the type's lists were ordered out of the lists. */
const unlistsOrder = (fields: Fields): boolean => fields.get("isOrder") === "true" && fields.get("listed") !== "true";

export const TYPE_LIST_ACTIONS: PageActions = {
  ...PUBLISHES,
  add: {
    route,
    fields: ["title", "plural"],
    ask: putting((present, fields) => withNewType(present, typedIn(fields, "title"), typedIn(fields, "plural")).all),
    after: () => withQuery(TYPES_AREA.path, { done: "added" }),
  },
};

export const TYPE_ACTIONS: PageActions = {
  ...PUBLISHES,
  type: {
    route,
    fields: [WAS, ...TYPE_PARTS],
    ask: putting((present, fields, type, version) => {
      const sent = sentType(fields);
      const mine = changedIn(wasIn(fields), sent, statesOfType(typeNamed(present, type)), version);
      return withParts(present, type, sent, mine);
    }),
    after: stay("saved"),
  },
  "add-field": {
    route,
    fields: ["kind", "shared", ...FIELD_PARTS, ...FIELD_TICKS],
    ask: withFieldAdded,
    after: stay("fieldAdded"),
  },
  field: {
    route,
    fields: [WAS, "field", "lost", "isOrder", ...FIELD_PARTS, ...FIELD_TICKS],
    ask: withFieldChanged,
    after: (desk, fields, answer) => stay(unlistsOrder(fields) ? "orderDropped" : "saved")(desk, fields, answer),
  },
  kind: {
    route,
    fields: ["field", "kind", "choices", "lost"],
    ask: withKindChosen,
    after: stay("kindChanged"),
  },
  sharing: {
    route,
    fields: ["sharing", "changes"],
    ask: withSharingChosen,
    after: stay("saved"),
  },
  up: {
    route,
    fields: ["field"],
    ask: putting((present, fields, type) => withFieldUp(present, type, typedIn(fields, "field"))),
    after: stay("moved"),
  },
  "remove-field": {
    route,
    fields: ["field"],
    ask: putting((present, fields, type) => withoutField(present, type, typedIn(fields, "field"))),
    after: stay("fieldRemoved"),
  },
  remove: {
    route,
    fields: [],
    ask: putting((present, _, type) => withoutType(present, type)),
    after: () => withQuery(TYPES_AREA.path, { done: "removed" }),
  },
};
