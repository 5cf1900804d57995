/** A place whose files a web server gives to sites: a folder, or a bucket that speaks S3's protocol. */
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { Trouble } from "../command/command.ts";

export interface FoundFile {
  readonly bytes: Uint8Array;
  /** The place's own mark of this content. A folder has none. */
  readonly mark?: string | undefined;
}

/** The name of a plugin's package at its place. */
export const packageName = ({ manifest: { id, version } }: Pick<PackedPlugin, "manifest">): string =>
  `${id}-${version}.json`;

/** A file of a release, and the one that its place has now. */
export interface PlacedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly found: FoundFile | undefined;
}

export interface PackagePlace {
  /** The address of a file, as a message names it. */
  addressOf(name: string): string;
  read(name: string): Promise<FoundFile | undefined>;
  /** Writes a file in place of the one that was read. Throws if another program has written it meanwhile. */
  write(name: string, bytes: Uint8Array, before: FoundFile | undefined): Promise<void>;
}

export const isSameFile = (one: FoundFile | undefined, other: FoundFile | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && Buffer.compare(one.bytes, other.bytes) === 0);

export const changedMeanwhile = (address: string): Trouble =>
  new Trouble(`${address} was changed meanwhile. Nothing of it was overwritten: run the command again.`);

/** Writes one file and reads it back. A place that gives other bytes is named. */
export async function put(place: PackagePlace, { name, bytes, found }: PlacedFile): Promise<void> {
  if (isSameFile(found, { bytes })) return;
  await place.write(name, bytes, found);
  if (!isSameFile(await place.read(name), { bytes }))
    throw new Trouble(`${place.addressOf(name)} has other bytes than were written. Run the command again.`);
}
