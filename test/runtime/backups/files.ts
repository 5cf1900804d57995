import { SITE, type World } from "../kernel/world.ts";
import { type Deployment, sha } from "./testDeployment.ts";

export const pictureDigest = (number: number): string => sha(new TextEncoder().encode(`picture ${number}`));

/** Adds a listed and served file. */
export function addPicture(own: Deployment, on: World, number: number, object = "a.png"): void {
  const { sql } = on.powers;
  sql.all("INSERT INTO media_objects VALUES (?, ?, 'image/png', 7, 1, 2, NULL, 'kept')", pictureDigest(number), object);
  sql.all(
    "INSERT INTO media_files (site, digest, number, kind, version, name, alt, focal_x, focal_y, created_by, created_at, changed_by, changed_at) VALUES (?, ?, ?, 'a.b/c', 1, 'A', '', 0.5, 1, 'member:m', 1, 'member:m', 1)",
    SITE,
    pictureDigest(number),
    number + 1,
  );
  own.vault.served.add(`${pictureDigest(number)}/${object}`);
}
