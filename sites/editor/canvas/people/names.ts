import type { Client } from "../../api/client.ts";

interface NamesAnswer {
  readonly items: readonly { readonly actor: string; readonly name: string }[];
}

/** The names of other members, requested when an unknown member appears. Socket messages contain only ids. */
export class MemberNames {
  readonly #client: Client;
  #known: ReadonlyMap<string, string> = new Map();
  readonly #asked = new Set<string>();

  constructor(client: Client) {
    this.#client = client;
  }

  /** The member's name; null if the member has none, or the names could not be read. */
  of(member: string): string | null {
    return this.#known.get(`member:${member}`) ?? null;
  }

  /** Requests names once for each member; true if new names arrived. */
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
    // Answers may arrive out of order. Merging keeps the names that a later request brought.
    this.#known = new Map([...this.#known, ...learnt]);
    return true;
  }
}
