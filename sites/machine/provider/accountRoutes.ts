/** Routes of the account and its storage resources. */
import type { StatementSync } from "node:sqlite";
import { no, rows, yes } from "./envelope.ts";
import { type ProviderRoute, route } from "./route.ts";

const ACCOUNT = "/accounts/:account";
const OBJECT = `${ACCOUNT}/r2/buckets/:bucket/objects/*key`;

interface Statement {
  readonly sql: string;
  readonly params?: readonly (string | number | null)[];
}

export const ACCOUNT_ROUTES: readonly ProviderRoute[] = [
  route("GET", "/user/tokens/verify", () => yes({ id: "token", status: "active" })),
  route("GET", "/accounts", ({ account: { id, name }, query }) => rows([{ id, name }], query)),
  route("GET", "/memberships", ({ account: { id, name }, query }) =>
    rows([{ id: "membership", account: { id, name } }], query),
  ),
  route("GET", "/zones", ({ account, query }) =>
    rows(
      account.zones.filter(({ name }) => name === query.get("name")).map(({ id, name }) => ({ id, name })),
      query,
    ),
  ),
  route("GET", "/zones/:zone/dns_records", ({ account, part, query }) => {
    const zone = account.zones.find(({ id }) => id === part("zone"));
    return zone
      ? rows(
          zone.records.filter(({ name }) => name === query.get("name")),
          query,
        )
      : no(404, 7003, "Could not route to the zone");
  }),
  route("GET", `${ACCOUNT}/r2/buckets/:bucket`, ({ account, part }) =>
    account.buckets.has(part("bucket"))
      ? yes({ name: part("bucket"), location: "EEUR" })
      : no(404, 10006, "The specified bucket does not exist."),
  ),
  route("POST", `${ACCOUNT}/r2/buckets`, async ({ account, json }) => {
    const { name } = (await json()) as { name: string };
    if (account.buckets.has(name)) return no(409, 10073, "The bucket you tried to create already exists.");
    account.buckets.add(name);
    return yes({ name, location: "EEUR" });
  }),
  route("DELETE", `${ACCOUNT}/r2/buckets/:bucket`, async ({ account: { buckets, objects }, part }) => {
    const name = part("bucket");
    if (!buckets.has(name)) return no(404, 10006, "The specified bucket does not exist.");
    if (!(await objects.isEmpty(name))) return no(409, 10008, "The bucket you tried to delete is not empty.");
    buckets.delete(name);
    return yes({});
  }),
  route("PUT", OBJECT, async ({ account, part, bytes }) => {
    if (!account.buckets.has(part("bucket"))) return no(404, 10006, "The specified bucket does not exist.");
    await account.objects.put(part("bucket"), part("key"), bytes);
    return yes({ key: part("key"), size: String(bytes.length) });
  }),
  // The provider answers an object's bytes without the JSON envelope.
  route("GET", OBJECT, async ({ account, part }) => {
    const bytes = await account.objects.get(part("bucket"), part("key"));
    return bytes ? { ...yes(null), bytes } : no(404, 10007, "The specified key does not exist.");
  }),
  route("GET", `${ACCOUNT}/storage/kv/namespaces/:namespace`, ({ account, part }) => {
    const title = account.namespaces.get(part("namespace"));
    return title === undefined ? no(404, 10013, "namespace not found") : yes({ id: part("namespace"), title });
  }),
  route("GET", `${ACCOUNT}/d1/database/:database`, ({ account, part }) => {
    const found = account.databases.get(part("database"));
    return found
      ? yes({ uuid: part("database"), name: found.name, version: "production", num_tables: 1, file_size: 4096 })
      : no(404, 7404, "The database could not be found");
  }),
  route("POST", `${ACCOUNT}/d1/database/:database/query`, async ({ account, part, json }) => {
    const found = account.databases.get(part("database"));
    if (!found) return no(404, 7404, "The database could not be found");
    const { sql, params = [] } = (await json()) as Statement;
    try {
      return yes([
        {
          results: ran(found.rows, sql, params),
          success: true,
          meta: { duration: 1, changes: 0, rows_read: 1, rows_written: 1 },
        },
      ]);
    } catch (error) {
      return no(400, 7500, String(error));
    }
  }),
];

/** Runs SQL. A single statement answers its rows; several, such as a migration, answer none. */
function ran(
  database: { prepare(sql: string): StatementSync; exec(sql: string): void },
  sql: string,
  params: readonly (string | number | null)[],
): unknown[] {
  if (params.length === 0 && sql.trim().replace(/;$/, "").includes(";")) {
    database.exec(sql);
    return [];
  }
  return database.prepare(sql).all(...params);
}
