import { AUDIENCE_MAX_GROUPS, READERS_MAX } from "../../manifests/bounds/logins.ts";
import { actorName } from "../area/actor.ts";
import { isMailAddress, mailAddressOf } from "../forms/mailAddress.ts";
import type { Powers } from "../powers/powers.ts";
import type { Readers } from "./readers.ts";

/** A mail address, and groups to put it into or to take it out of. */
interface Placing {
  readonly address: string;
  readonly groups: readonly string[];
}

interface GroupParts {
  readonly powers: Pick<Powers, "newId">;
  readonly readers: Readers;
}

/** The groups of readers, as plugins change them. The caller has compared the groups with the grant. */
export class ReaderGroups {
  readonly #parts: GroupParts;

  constructor(parts: GroupParts) {
    this.#parts = parts;
  }

  /** Puts an address into groups. One without an account gets it, and its list names the plugin. */
  add(site: string, plugin: string, { address: typed, groups }: Placing): "done" | "address" | "full" {
    const address = mailAddressOf(typed.trim());
    if (!isMailAddress(address)) return "address";
    const { powers, readers } = this.#parts;
    const known = readers.at(site, address);
    const all = [...new Set([...(known?.groups ?? []), ...groups])];
    if (all.length > AUDIENCE_MAX_GROUPS) return "full";
    if (known) readers.setGroups(site, known.id, all);
    else if (readers.count(site) >= READERS_MAX) return "full";
    else {
      const madeBy = actorName({ kind: "plugin", id: plugin });
      readers.add(site, { id: powers.newId(), address, groups: all, madeBy });
    }
    return "done";
  }

  /** Takes an address out of groups. It is done, too, if nobody has the address. */
  remove(site: string, { address: typed, groups }: Placing): "done" | "address" {
    const address = mailAddressOf(typed.trim());
    if (!isMailAddress(address)) return "address";
    const { readers } = this.#parts;
    const known = readers.at(site, address);
    const left = known?.groups.filter((group) => !groups.includes(group));
    if (known && left) readers.setGroups(site, known.id, left);
    return "done";
  }
}
