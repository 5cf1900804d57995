import { Refusal } from "../../manifests/refusals/refusal.ts";
import { type Actor, actorName, actorNamed } from "../area/actor.ts";
import type { MemberLanguages } from "../commands/memberLanguages.ts";
import { can, type Role, roleNamed } from "../commands/permissions.ts";
import type { Documents } from "../documents/documents.ts";
import { requireChosenInLanguages } from "../publishing/choice.ts";
import type { Releases } from "../publishing/releases/releases.ts";
import { scheduledNow } from "../publishing/scheduleCommands.ts";
import type { RoleOf } from "../publishing/scheduleRunner.ts";
import type { Sites } from "../tenancy/sites.ts";
import type { PublicationRequests, RequestHead } from "./requests.ts";
import type { Reviews } from "./rules.ts";

export interface ApproverParts {
  readonly documents: Documents;
  readonly releases: Releases;
  readonly sites: Sites;
  readonly memberLanguages: Pick<MemberLanguages, "of">;
  readonly roleOf: RoleOf | undefined;
  readonly reviews: Reviews;
  readonly publicationRequests: PublicationRequests;
}

/** Decides who may approve a request, by the present rules and the present roles. */
export class Approvers {
  readonly #parts: ApproverParts;

  constructor(parts: ApproverParts) {
    this.#parts = parts;
  }

  /** The number of approvals that the site demands. */
  needed(site: string): number {
    return this.#parts.reviews.of(site)?.approvals ?? 1;
  }

  /** Throws if an actor may not approve a request, or send it back. */
  require(actor: Actor, role: string | undefined, request: RequestHead): void {
    const { reviews } = this.#parts;
    const rules = reviews.of(request.site);
    const known = roleNamed(role);
    if (actor.kind !== "member" || !known || !can(known, "content.publish"))
      throw new Refusal("FORBIDDEN", { permission: "content.publish" });
    if (rules && !rules.own && request.askers.includes(actorName(actor)))
      throw new Refusal("FORBIDDEN", { reason: "Members of this site do not approve what they asked for." });
    if (rules && !isNamed(rules, known) && !rules.members.includes(actor.id))
      throw new Refusal("FORBIDDEN", { reason: "This site has named other members who approve." });
    this.#requireInLanguages(actor, request);
  }

  /** Reads the documents of a request only for a member who is limited to languages. */
  #requireInLanguages(actor: Actor, { site, id }: RequestHead): void {
    const { memberLanguages, publicationRequests } = this.#parts;
    const request = memberLanguages.of(site, actor) && publicationRequests.find(site, id);
    if (request) requireChosenInLanguages(this.#parts, { site, actor }, scheduledNow(this.#parts, request));
  }

  may(actor: Actor, role: string | undefined, request: RequestHead): boolean {
    try {
      this.require(actor, role, request);
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  }

  /**
   * Reads the present roles of the members who approved. The answered function counts those who could still give their
   * approval, by the rules at its call. Without the present roles, those at the time of the approval count.
   */
  async counting(site: string, id: string): Promise<() => ReadonlySet<string>> {
    const { publicationRequests, roleOf, sites } = this.#parts;
    const approved = publicationRequests.steps(site, id).filter(({ did }) => did === "approved");
    const names = [...new Set(approved.map(({ by }) => by))];
    if (!roleOf) return () => new Set(names);
    const { tenant } = sites.get(site);
    const found = await Promise.all(
      names.map(async (name) => {
        const actor = actorNamed(name);
        return { name, actor, role: await roleOf({ tenant, site, identity: actor.id }) };
      }),
    );
    return () => {
      const request = publicationRequests.find(site, id);
      const counted = found.filter(({ actor, role }) => request && this.may(actor, role, request));
      return new Set(counted.map(({ name }) => name));
    };
  }

  /** The same: the answered function tells whether the approvals suffice. */
  async sufficing(site: string, id: string): Promise<() => boolean> {
    const counted = await this.counting(site, id);
    return () => counted().size >= this.needed(site);
  }
}

const isNamed = ({ roles }: { readonly roles: readonly string[] }, role: Role): boolean => roles.includes(role);
