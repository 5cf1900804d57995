/** Compares the migrations that the database has with the prepared ones. */
import type { ProviderResult } from "../../../platform/provider/client.ts";
import { databaseRows } from "../../../platform/provider/resources.ts";
import type { Connection } from "../account/account.ts";
import type { Descriptor } from "../descriptor/descriptor.ts";
import type { PreparedSet } from "../descriptor/prepared.ts";
import { MIGRATIONS_FOLDER } from "../descriptor/preparedFiles.ts";
import { type LiveVerdict, finding, unanswered, verdictOf } from "./verdict.ts";

export const MIGRATIONS_TITLE = "the database has every migration";

interface Prepared {
  readonly connection: Connection;
  readonly descriptor: Descriptor;
  readonly set: PreparedSet;
}

const TABLE = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'd1_migrations'";
const APPLIED = "SELECT name FROM d1_migrations";

/** The names of the applied migrations. A new database has no table of them. */
async function appliedIn({
  connection: { provider, account },
  descriptor: { d1 },
}: Prepared): Promise<ProviderResult<readonly string[]>> {
  const tables = await provider.ask(databaseRows(account, d1.databaseId, TABLE));
  if (!tables.ok) return tables;
  if (tables.value.every(({ results }) => results.length === 0)) return { ok: true, value: [] };
  const read = await provider.ask(databaseRows(account, d1.databaseId, APPLIED));
  return read.ok
    ? { ok: true, value: read.value.flatMap(({ results }) => results.map(({ name }) => String(name))) }
    : read;
}

export async function judgeMigrations(id: string, prepared: Prepared): Promise<LiveVerdict> {
  const { descriptor, set } = prepared;
  const where = `database ${descriptor.d1.databaseName}`;
  const wanted = Object.keys(set.record.files)
    .filter((path) => path.startsWith(`${MIGRATIONS_FOLDER}/`))
    .map((path) => path.slice(MIGRATIONS_FOLDER.length + 1));
  const applied = await appliedIn(prepared);
  if (!applied.ok) return unanswered(id, MIGRATIONS_TITLE, where, applied.error);
  const foreign = applied.value.filter((name) => !wanted.includes(name));
  if (foreign.length > 0)
    return verdictOf(
      id,
      MIGRATIONS_TITLE,
      foreign.map((name) =>
        finding(where, `the migration ${name}`, "only the prepared ones", "use the release that made it"),
      ),
      "failed",
    );
  const missing = wanted.filter((name) => !applied.value.includes(name));
  const found = `${wanted.length - missing.length} of ${wanted.length} migrations`;
  return verdictOf(
    id,
    MIGRATIONS_TITLE,
    missing.length > 0 ? [finding(where, found, "all of them", "svc cloudflare deploy")] : [],
    "blocked",
  );
}
