import { existsSync, mkdirSync, readdirSync, renameSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { DataFolder } from "../state/dataFolder.ts";

const PRIVATE = 0o700;
/** The ending keeps SQLite and backups from opening the file. */
const ENDING = ".damaged";
/** A database's write-ahead log belongs to it, and would be replayed into a new file of the same name. */
const BESIDE = ["", "-wal", "-shm", "-journal"] as const;
const LOG = /\.sqlite(?:-wal|-shm|-journal)$/;

/** Takes damaged files out of the workers' reach. It never deletes one: the file may hold the last copy of something. */
export class Aside {
  readonly #folder: Pick<DataFolder, "path" | "state" | "aside">;
  readonly #now: string;

  constructor(folder: Pick<DataFolder, "path" | "state" | "aside">, now: number) {
    this.#folder = folder;
    this.#now = new Date(now).toISOString().slice(0, 19).replaceAll(":", "-");
  }

  /** Moves a file of the state folder, with its log. Answers its new place in the data folder. */
  move(path: string): string {
    const { state, path: home } = this.#folder;
    const place = this.#placeOf(path);
    mkdirSync(dirname(place), { recursive: true, mode: PRIVATE });
    for (const ending of BESIDE)
      if (existsSync(join(state, path + ending))) renameSync(join(state, path + ending), `${place}${ending}${ENDING}`);
    return `${relative(home, place)}${ENDING}`;
  }

  /** Moves logs without their database, which a kill during `move` leaves. */
  moveLonelyLogs(): readonly string[] {
    const { state } = this.#folder;
    const names = readdirSync(state, { recursive: true, encoding: "utf8" });
    const lonely = names.filter((name) => LOG.test(name) && !existsSync(join(state, name.replace(LOG, ".sqlite"))));
    return lonely.map((name) => this.move(name));
  }

  #placeOf(path: string): string {
    const within = (number: number): string =>
      join(this.#folder.aside, number === 0 ? this.#now : `${this.#now}-${number}`, path);
    let number = 0;
    while (BESIDE.some((ending) => existsSync(`${within(number)}${ending}${ENDING}`))) number += 1;
    return within(number);
  }
}
