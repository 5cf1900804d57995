/** The forms of a plugin's page, each with the schema of its fields and the values that an entry has for them. */
import { isObject } from "../../../manifests/json/jsonObject.ts";
import type { MemberPage, MemberPageForm, MemberPageList } from "../../../manifests/manifest/memberPage.ts";
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import type { JsonSchema } from "../../../manifests/shapes/shape.ts";
import type { StoredRow } from "../storage/storageUse.ts";
import { storedIn, storedMember } from "./entries.ts";
import type { MemberPageView } from "./views.ts";

type Route = NonNullable<Contributes["routes"]>[number];
type FormView = MemberPageView["forms"][number];

interface Placed {
  readonly page: MemberPage;
  readonly list: MemberPageList;
  /** The entry that is shown alone; undefined for the whole list. */
  readonly row: StoredRow | undefined;
  /** The route of a form. */
  readonly routeOf: (name: string) => Route | undefined;
}

/** The member of a route's body with the key of the entry, which no member fills in. */
const KEY = "key";

function fieldsOf(route: Route | undefined): JsonSchema {
  const { [KEY]: _, ...properties } = isObject(route?.input?.["properties"]) ? route.input["properties"] : {};
  return { type: "object", properties };
}

/** The values that the stored object has under the names of the fields. */
function storedValues(schema: JsonSchema, row: StoredRow | undefined): Record<string, unknown> {
  if (!row) return {};
  const stored = storedIn(row);
  const names = Object.keys(schema["properties"] ?? {});
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = storedMember(stored, name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

const isHere = ({ of = "list", lists }: MemberPageForm, { list, row }: Placed): boolean =>
  (of === "entry") === (row !== undefined) && (lists === undefined || lists.includes(list.name));

export function formsAt(placed: Placed): FormView[] {
  const { page, row, routeOf } = placed;
  return (page.forms ?? [])
    .filter((form) => isHere(form, placed))
    .map(({ name, title, route: routeName }) => {
      const route = routeOf(routeName);
      const schema = fieldsOf(route);
      return { name, title, path: route?.path ?? "/", schema, values: storedValues(schema, row) };
    });
}
