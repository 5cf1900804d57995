import { actorNamed } from "../../../../runtime/area/actor.ts";
import { WORDS } from "../../../words/words.ts";
import { memberNames } from "../../../web/api/people/members.ts";
import type { Desk } from "./desk.ts";

/** Gives the name for an actor in a document's history. */
export type NameOf = (actor: string) => string;

/** True if the actor is the member who sends this request. */
export const isSelf = ({ member }: Pick<Desk, "member">, actor: string): boolean =>
  actor === `member:${member.identity}`;

/** Names a site's members. A member without a name, and a former member, get a general word. */
export async function namesFor({ env, member }: Pick<Desk, "env" | "member">): Promise<NameOf> {
  const members = await memberNames(env, member);
  const names = new Map(members.map(({ actor, name, role }) => [actor, name ?? WORDS.everyPage.unnamed[role]]));
  return (written) => {
    const [actor = "", behalf = ""] = written.split(" for ");
    const known = names.get(actor) ?? names.get(behalf.split(" by ")[0] ?? "");
    return known ?? WORDS.everyPage.actors[actorNamed(actor).kind] ?? WORDS.everyPage.actors.member;
  };
}
