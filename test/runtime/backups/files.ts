import { SITE } from "../kernel/kit.ts";
import type { World } from "../kernel/kit.ts";
import type { Deployment } from "./kit.ts";
import { sha } from "./kit.ts";

export const digestOf = (number: number): string => sha(new TextEncoder().encode(`picture ${number}`));

/** A file that is listed and served. */
export function addPicture(own: Deployment, on: World, number: number, object = "a.png"): void {
  const { sql } = on.powers;
  sql.all("INSERT INTO media_objects VALUES (?, ?, 'image/png', 7, 1, 2, NULL, 'kept')", digestOf(number), object);
  sql.all(
    "INSERT INTO media_files VALUES (?, ?, ?, 'a.b/c', 1, 'A', '', 0.5, 1, 'member:m', 1, 'member:m', 1)", SITE, digestOf(number), number + 1,
  );
  own.vault.served.add(`${digestOf(number)}/${object}`);
}
