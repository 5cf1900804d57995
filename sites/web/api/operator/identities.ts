/** The operator's way to move people to other subjects, when a provider's issuer changes or another provider follows. */
import * as z from "zod/mini";
import { IDENTITY_MOVES_MAX, IDENTITY_MOVES_MAX_BYTES } from "../../../../manifests/bounds/operators.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import {
  applyMoves,
  countLeft,
  type IdentityMove,
  MOVE_STATES,
  type PlannedMove,
  planMoves,
} from "../../../control/identityMoves.ts";
import { forgetMembers } from "../../auth/member.ts";
import { recheckLive } from "../../auth/recheckLive.ts";
import { identityShape } from "../../provisioning/payload.ts";
import { type OperatorCall, type OperatorRoute, taking } from "./route.ts";

const { issuer, subject } = identityShape;

const isOnce = (all: readonly string[]): boolean => new Set(all).size === all.length;

const moving = z.strictObject({
  from: issuer,
  to: issuer,
  subjects: z.array(z.strictObject({ from: subject, to: subject })).check(
    z.minLength(1),
    z.maxLength(IDENTITY_MOVES_MAX),
    z.refine((all) => isOnce(all.map((one) => one.from)), "each old subject once"),
    z.refine((all) => isOnce(all.map((one) => one.to)), "each new subject once"),
  ),
  /** True writes; false only answers what would happen. */
  apply: z.boolean(),
});

type Moving = z.infer<typeof moving>;

const moved = z.strictObject({
  items: z.array(z.strictObject({ from: z.string(), to: z.string(), state: z.enum(MOVE_STATES) })),
  /** Members of the old issuer whom the table does not name. */
  left: z.int(),
  /** True if this request has moved people. */
  applied: z.boolean(),
});

/** Within one issuer, a chain of subjects would have another result when it is repeated. */
function refuseChains({ from, to, subjects }: IdentityMove): void {
  const old = new Set(subjects.map((one) => one.from));
  const at = from === to ? subjects.findIndex((one) => old.has(one.to)) : -1;
  if (at < 0) return;
  const issue = {
    pointer: `/subjects/${at}/to`,
    found: "a subject that the table also moves away",
    allowed: "a subject that nobody has had at this issuer",
  };
  throw new Refusal("INVALID_REQUEST", { issues: [issue] });
}

const shown = ({ from, to, state }: PlannedMove) => ({ from, to, state });

/**
 * Moves people from one issuer to another by a table of subjects, or says what would happen. A person who would become
 * one with another member stops all of them. A repeated request changes nothing.
 */
async function moveIdentities(call: OperatorCall<Moving>): Promise<z.infer<typeof moved>> {
  const { env, body, audit } = call;
  const { apply, ...move } = body;
  refuseChains(move);
  const planned = await planMoves(env.DB, move);
  const mayMove = apply && !planned.some(({ state }) => state === "taken");
  const applied = mayMove && planned.some(({ state }) => state === "moves");
  if (applied) {
    const members = await applyMoves(env.DB, move, planned, audit);
    const people = new Set(members.map(({ identity }) => identity));
    forgetMembers(({ identity }) => people.has(identity));
    await recheckLive(
      env,
      members.map(({ tenant }) => tenant),
    );
  }
  return { items: planned.map(shown), left: await countLeft(env.DB, move), applied };
}

export const IDENTITY_ROUTES: readonly OperatorRoute[] = [
  taking(IDENTITY_MOVES_MAX_BYTES, moving, {
    method: "POST",
    path: "/api/admin/identities/move",
    summary:
      "Move people to another issuer or other subjects by a table of old and new ones, with everything that is theirs. Their logins and agents end. Without `apply`, the answer says what would happen. Nothing moves if a new subject is another member's. A repeat changes nothing.",
    output: moved,
    secretOnly: true,
    run: moveIdentities,
  }),
];
