/** A published site in two languages, and its members by name: each name is a role with a number, such as editor2. */
import { setTimeout as delay } from "node:timers/promises";
import type { Actor } from "../../../runtime/area/actor.ts";
import type { CommandName } from "../../../runtime/commandNames.ts";
import type { Role } from "../../../runtime/commands/permissions.ts";
import type { Refusal } from "../../../manifests/refusals/refusal.ts";
import type { ReviewRules } from "../../../runtime/reviews/rules.ts";
import type { RequestChanged, RequestView } from "../../../runtime/reviews/views.ts";
import { listRequests } from "../../../runtime/reviews/reading.ts";
import { initialiseInput, SITE, type World, worldBegunBy } from "../kernel/world.ts";
import { LANGUAGE_PACK, siteInLanguages } from "../languages/languagesWorld.ts";

export const RULES: ReviewRules = {
  approvals: 1,
  own: false,
  roles: ["owner", "admin", "editor"],
  members: [],
  types: null,
  languages: null,
};

export const roleOfName = (name: string): Role => name.replace(/\d+$/, "") as Role;

export interface ReviewWorld extends World {
  /** Roles that a member has instead of the one of their name. Undefined for a former member. */
  readonly roles: Map<string, Role | undefined>;
  /** Runs a command as a member, with the role that the member has now. */
  by<T = RequestChanged>(member: string, name: CommandName, input: object, key?: string): Promise<T>;
  /** The code of the refusal, or its name if it is a conflict. `done` without one. */
  refusal(member: string, name: CommandName, input: object): Promise<unknown>;
  demand(rules?: Partial<ReviewRules> | null): Promise<void>;
  request(id: string): RequestView;
  /** Everything that visitors see: the release, and the HTML of each page. */
  seen(): Promise<unknown>;
  passTo(time: number): Promise<void>;
}

const PATHS = ["/", "/rooms", "/prices", "/de", "/de/zimmer", "/new", "/sitemap.xml"];

export async function reviewWorld(): Promise<ReviewWorld> {
  const roles = new Map<string, Role | undefined>();
  const roleOf = async ({ identity }: { identity: string }): Promise<Role | undefined> =>
    roles.has(identity) ? roles.get(identity) : roleOfName(identity);
  const more = { roleOf, wait: (ms: number) => delay(ms, undefined, { ref: false }) };
  const world = await worldBegunBy([initialiseInput(siteInLanguages())], LANGUAGE_PACK, more);
  await world.run("publish", {});
  let keys = 0;
  const by = async <T>(member: string, name: CommandName, input: object, key = `by-${++keys}`): Promise<T> => {
    const actor: Actor = { kind: "member", id: member };
    const role = await roleOf({ identity: member });
    const { json } = await world.kernel.execute(name, { site: SITE, actor, role, key, requestId: "r" }, input);
    return JSON.parse(json) as T;
  };
  return {
    ...world,
    roles,
    by,
    refusal: (member, name, input) =>
      by(member, name, input).then(
        () => "done",
        ({ code, detail }: Refusal) => detail.conflict ?? code,
      ),
    demand: async (rules = {}) => {
      await by("owner1", "review.put", { review: rules && { ...RULES, ...rules } });
    },
    request: (id) => {
      const found = readRequests(world).find((one) => one.request === id);
      if (!found) throw new Error(`there is no request ${id}`);
      return found;
    },
    seen: async () => [
      world.kernel.sites.get(SITE).release,
      await Promise.all(PATHS.map(async (path) => [path, await world.statusOf(path), await world.html(path)])),
    ],
    passTo: async (time) => {
      world.powers.clock.now = time;
      await world.kernel.scheduleRunner.runDue();
    },
  };
}

const readRequests = ({ kernel, powers }: World): readonly RequestView[] =>
  listRequests({ ...kernel, powers }, SITE).items;
