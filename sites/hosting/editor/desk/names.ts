import { actorNamed } from "../../../../runtime/area/actor.ts";
import { WORDS } from "../../../shared/editor/words/words.ts";
import { memberNames } from "../../api/people/members.ts";
import type { Desk } from "./desk.ts";

/** Says who changed something, as the history of documents writes them. */
export type NameOf = (actor: string) => string;

/** The names of a site's members; one without a name, or who is no member any more, is said by their kind. */
export async function namesFor({ env, member }: Pick<Desk, "env" | "member">): Promise<NameOf> {
  const members = await memberNames(env, member);
  const names = new Map(members.map(({ actor, name, role }) => [actor, name ?? WORDS.frame.unnamed[role]]));
  return (written) => {
    const [actor = "", behalf = ""] = written.split(" for ");
    const known = names.get(actor) ?? names.get(behalf.split(" by ")[0] ?? "");
    return known ?? WORDS.frame.actors[actorNamed(actor).kind] ?? WORDS.frame.actors.member;
  };
}
