import type { Client } from "../../api/client.ts";

interface NamesAnswer {
  readonly items: readonly { readonly actor: string; readonly name: string }[];
}

/** The names of the other members, asked for when an unknown member comes: a socket tells ids alone. */
export class MemberNames {
  readonly #client: Client;
  #known: ReadonlyMap<string, string> = new Map();
  readonly #asked = new Set<string>();

  constructor(client: Client) {
    this.#client = client;
  }

  /** Null where nobody has named them, or nobody can say. */
  of(member: string): string | null {
    return this.#known.get(`member:${member}`) ?? null;
  }

  /** Asks once for each member; true if there is something new to show. */
  async learn(members: readonly string[]): Promise<boolean> {
    const unknown = members.filter((member) => !this.#asked.has(member));
    if (unknown.length === 0) return false;
    for (const member of unknown) this.#asked.add(member);
    const answer = await this.#client.read<NamesAnswer>("/api/members/names");
    if (!answer.ok) {
      for (const member of unknown) this.#asked.delete(member);
      return false;
    }
    const learnt = answer.value.body.items.map(({ actor, name }) => [actor, name] as const);
    // An earlier question may be answered later: it does not take away whom a later one named.
    this.#known = new Map([...this.#known, ...learnt]);
    return true;
  }
}
