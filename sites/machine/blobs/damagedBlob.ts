import { isMadeAgain, isStoredAgain, tenantOfKey } from "../damage/wanted.ts";
import type { Loss } from "../state/losses.ts";
import type { BlobProof } from "./proofs.ts";

interface ProvenBlob extends BlobProof {
  /** The path below the state folder. */
  readonly path: string;
}

/** A file whose bytes do not have their digest. Its path is the former one. */
export interface DamagedBlob extends ProvenBlob {
  /** The present path below the data folder. */
  readonly kept: string;
}

interface Kind {
  readonly what: string;
  /** The remedy that needs no backup. */
  readonly mend?: string;
}

const WIDTH: Kind = { what: "A picture in another width", mend: "It is made again for the next visitor." };
const FILE: Kind = {
  what: "A file",
  mend: "After the next start, an upload of the same file or a new backup stores it again.",
};
const ARCHIVE: Kind = { what: "An archive" };

function kindOf({ key }: ProvenBlob): Kind {
  if (isMadeAgain(key)) return WIDTH;
  return isStoredAgain(key) ? FILE : ARCHIVE;
}

/** Names a file, its tenant and its key. */
export const changedTold = (blob: ProvenBlob): string =>
  `${kindOf(blob).what} of the tenant ${tenantOfKey(blob.key)} has changed bytes: ${blob.key === "" ? "a part of an upload" : blob.key} in ${blob.store}.`;

/** Tells of a damaged file that was set aside. */
export function damagedTold(blob: DamagedBlob): Loss {
  const { mend } = kindOf(blob);
  const back = `To have it back, stop, and restore state/${blob.path} from a backup of the folder.`;
  return {
    what: `${changedTold(blob)} It is kept as ${blob.kept}, and is not served.`,
    mend: mend === undefined ? back : `${mend} ${back}`,
  };
}
