/**
 * Brings the stores of a data folder to this version through the platform's simulators: `node storageSteps.ts <config>
 * <state folder> <key of a picture>...`. It is a program of its own for two reasons. It starts a workerd, which must
 * end with a killed run, and the simulator writes to stdout, which belongs to the start's result.
 */
import type { D1Database, R2Bucket } from "@cloudflare/workers-types";
import { DEMO_NAMES, loadDemo } from "../../demo/load.ts";
import { readMigrations, statementsIn, type Migration } from "../state/migrations.ts";
import { withStores } from "./simulatedStores.ts";
import { readConfig } from "./workerConfig.ts";

interface Stores extends Record<string, unknown> {
  readonly DB: D1Database;
  readonly MEDIA: R2Bucket;
}

/** The number of parallel uploads. More would only wait in memory. */
const SIDE_BY_SIDE = 8;

/** wrangler's own migration table, so that wrangler and this program can continue each other's work. */
const LEDGER = `CREATE TABLE IF NOT EXISTS d1_migrations(
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;

/** Applies each migration and its row in one batch, which is one transaction. A crash leaves both or neither. */
async function migrate(db: D1Database, migrations: readonly Migration[]): Promise<void> {
  await db.prepare(LEDGER).run();
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  for (const { name, sql } of migrations.filter((one) => !applied.has(one.name))) {
    const entry = db.prepare("INSERT INTO d1_migrations (name) VALUES (?1)").bind(name);
    await db.batch([...statementsIn(sql).map((statement) => db.prepare(statement)), entry]);
  }
}

/** Stores pictures. Keys contain a digest of the bytes, so a repetition changes nothing. */
async function putMedia(bucket: R2Bucket, keys: ReadonlySet<string>): Promise<void> {
  const files = DEMO_NAMES.flatMap((name) => loadDemo(name).media).filter(({ key }) => keys.has(key));
  for (let start = 0; start < files.length; start += SIDE_BY_SIDE) {
    await Promise.all(
      files.slice(start, start + SIDE_BY_SIDE).map(async ({ key, bytes, contentType }) => {
        await bucket.put(key, bytes, { httpMetadata: { contentType } });
      }),
    );
  }
}

const [configPath = "", state = "", ...pictures] = process.argv.slice(2);
await withStores<Stores>(state, readConfig(configPath), async ({ DB, MEDIA }) => {
  await migrate(DB, readMigrations());
  await putMedia(MEDIA, new Set(pictures));
});
