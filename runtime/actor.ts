/** Who acts, as audit sees it. `id` is an identity id, a plugin id or a fixed word, never an e-mail address. */
export interface Actor {
  readonly kind: "member" | "operator" | "plugin" | "system" | "visitor";
  readonly id: string;
}

export const actorName = (actor: Actor): string => `${actor.kind}:${actor.id}`;

/** The actor of a name that was made by `actorName`. */
export function actorNamed(name: string): Actor {
  const end = name.indexOf(":");
  return { kind: name.slice(0, end) as Actor["kind"], id: name.slice(end + 1) };
}
