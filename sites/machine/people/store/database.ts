import { chmodSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { makeFolder } from "../../../cli/files/makeFolder.ts";
import { Problem, reason } from "../../process/problem.ts";
import { isDamage } from "../../state/soundness.ts";

const [PRIVATE_FOLDER, PRIVATE_FILE] = [0o700, 0o600];

/** The longest wait for another process that writes, in milliseconds. The run answers nobody meanwhile. */
const BUSY_MS = 200;
const BUSY = 5;

/** True if another process writes, or a backup copies the file. */
export const isBusy = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && Number(error.errcode) % 256 === BUSY;

/**
 * The database of this machine's accounts. A committed change is on the disk before it is acknowledged, also the name of
 * the journal. Commands of the operator open the same file beside a run.
 */
export class PeopleDatabase implements Disposable {
  readonly #path: string;
  readonly #database: DatabaseSync;

  /** `steps` are the numbered steps of the schema, each a list of statements. */
  constructor(path: string, steps: readonly (readonly string[])[]) {
    this.#path = path;
    makeFolder(dirname(path), PRIVATE_FOLDER);
    this.#database = open(path);
    chmodSync(path, PRIVATE_FILE);
    this.#migrate(steps);
  }

  first<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#database.prepare(sql).get(...values) as Row | undefined;
  }

  all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#database.prepare(sql).all(...values) as Row[];
  }

  /** Answers the number of changed rows. */
  run(sql: string, ...values: SQLInputValue[]): number {
    return Number(this.#database.prepare(sql).run(...values).changes);
  }

  /** Runs synchronous work in one transaction, or in the one that is open. */
  atomically<T>(work: () => T): T {
    if (this.#database.isTransaction) return work();
    this.#database.exec("BEGIN IMMEDIATE");
    try {
      const result = work();
      this.#database.exec("COMMIT");
      return result;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      throw error;
    }
  }

  /** Keeps everybody from writing until the end of the holding, so that a backup copies one state. */
  hold(): Disposable {
    const holding = open(this.#path);
    holding.exec("BEGIN IMMEDIATE");
    return { [Symbol.dispose]: () => holding.close() };
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }

  /** Runs the steps that this file lacks. A file of a later release is refused before anything changes in it. */
  #migrate(steps: readonly (readonly string[])[]): void {
    this.atomically(() => {
      const { user_version: done } = this.first<{ user_version: number }>("PRAGMA user_version") ?? { user_version: 0 };
      if (done > steps.length)
        throw new Problem(
          `The accounts in ${this.#path} were written by a later release. Start that release, or restore a backup of this one.`,
        );
      for (const statement of steps.slice(done).flat()) this.#database.exec(statement);
      if (done < steps.length) this.#database.exec(`PRAGMA user_version = ${steps.length}`);
    });
  }
}

function open(path: string): DatabaseSync {
  try {
    const database = new DatabaseSync(path, { timeout: BUSY_MS });
    database.exec("PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA; PRAGMA secure_delete = ON");
    return database;
  } catch (error) {
    const fault = isDamage(error) ? "is damaged" : "cannot be opened";
    throw new Problem(
      `The file ${path} with the accounts ${fault} (${reason(error)}). If it is damaged, restore it from a backup of the folder.`,
      { cause: error },
    );
  }
}
