/**
 * The actor of a command, as audit names it. `id` is an identity id, a plugin id or a fixed word, never an e-mail
 * address.
 */
export interface Actor {
  readonly kind: "member" | "operator" | "plugin" | "system" | "visitor";
  readonly id: string;
  /** The member for whom the plugin was called. Plugins only. */
  readonly behalf?: Behalf | undefined;
}

/** A member, and the program that acted for them if it was not their browser. */
export interface Behalf {
  readonly member: string;
  readonly client?: string | undefined;
}

export const behalfName = ({ member, client }: Behalf): string =>
  client === undefined ? `member:${member}` : `member:${member} by ${client}`;

export const actorName = (actor: Actor): string => `${actor.kind}:${actor.id}`;

/** The actor's name in a document's history: the plugin, the member and the client. */
export const actorInHistory = (actor: Actor): string =>
  actor.behalf ? `${actorName(actor)} for ${behalfName(actor.behalf)}` : actorName(actor);

/** Reads the actor from a name that `actorName` made. */
export function actorNamed(name: string): Actor {
  const end = name.indexOf(":");
  return { kind: name.slice(0, end) as Actor["kind"], id: name.slice(end + 1) };
}
