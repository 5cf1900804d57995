import type { Issue } from "../manifests/refusal.ts";
import { Refusal } from "../manifests/refusal.ts";
import { actorName } from "./actor.ts";
import type { Actor } from "./actor.ts";
import type { ClaimRef, Claims } from "./claims.ts";
import { claimScope } from "./claims.ts";
import type { Outbox } from "./outbox.ts";
import type { Powers } from "./powers.ts";
import type { Room } from "./room.ts";
import { takenBack } from "./takenBack.ts";
import type { Tenant } from "./tenant.ts";

/** Who asks for a command, for which site, under which idempotency key. */
export interface Envelope {
  readonly site: string;
  readonly actor: Actor;
  readonly key: string;
  readonly requestId: string;
  /** The program that acts for the actor, such as an agent; kept in audit. */
  readonly via?: string;
}

/** One thing that can be done to a site. `Output` must survive JSON. */
export interface Command<Input, Output> {
  readonly name: string;
  /** Turns untrusted JSON into input, or lists what is wrong with it. */
  parse(raw: unknown): { ok: true; value: Input } | { ok: false; issues: readonly Issue[] };
  /** What audit and claims keep of the input, when the SHA-256 of its JSON would tell too much. Equal for a repeat. */
  inputDigest?(envelope: Envelope, input: Input): Promise<string>;
  /** Work that has to wait comes first; what it returns runs inside the command's transaction. */
  prepare(envelope: Envelope, input: Input): Promise<() => Output>;
}

export interface CommandAnswer {
  /** JSON of the output: for a replay the very text of the first answer. */
  readonly json: string;
  readonly replayed: boolean;
}

/**
 * Runs commands: one command, one transaction. State, revision, claim, audit row and whatever has to be sent
 * are committed together or not at all.
 */
export class Commands {
  readonly #powers: Powers;
  readonly #claims: Claims;
  readonly #outbox: Outbox;
  readonly #tenant: Tenant;
  readonly #room: Room;

  constructor(powers: Powers, claims: Claims, outbox: Outbox, tenant: Tenant, room: Room) {
    this.#powers = powers;
    this.#claims = claims;
    this.#outbox = outbox;
    this.#tenant = tenant;
    this.#room = room;
  }

  async run<Input, Output>(command: Command<Input, Output>, envelope: Envelope, raw: unknown): Promise<CommandAnswer> {
    const requireStillAllowed = this.#tenant.requireAllowed(command.name);
    if (envelope.key === "") throw new Refusal("IDEMPOTENCY_KEY_MISSING");
    const parsed = command.parse(raw);
    if (!parsed.ok) throw new Refusal("INVALID_REQUEST", { issues: parsed.issues });
    const inputDigest = await (command.inputDigest?.(envelope, parsed.value) ?? this.#powers.digest(JSON.stringify(parsed.value)));
    const scope = claimScope(envelope.site, actorName(envelope.actor), command.name);
    const claim = { scope, key: envelope.key, inputDigest };
    return this.#claims.exclusively(claim, () => this.#once(command, envelope, parsed.value, { ...claim, requireStillAllowed }));
  }

  /** Does it all and takes it back: what would have been answered. Nothing is claimed, told or kept. */
  async rehearse<Input, Output>(command: Command<Input, Output>, envelope: Envelope, raw: unknown): Promise<string> {
    this.#tenant.requireActive();
    const parsed = command.parse(raw);
    if (!parsed.ok) throw new Refusal("INVALID_REQUEST", { issues: parsed.issues });
    const commit = await command.prepare(envelope, parsed.value);
    return takenBack(this.#powers.sql, () => JSON.stringify(commit()));
  }

  async #once<Input, Output>(
    command: Command<Input, Output>,
    envelope: Envelope,
    input: Input,
    { requireStillAllowed, ...claim }: ClaimRef & { requireStillAllowed(): void },
  ): Promise<CommandAnswer> {
    const { sql, now } = this.#powers;
    const stored = this.#claims.find(claim);
    if (stored !== undefined) {
      this.#audit(command.name, envelope, claim.inputDigest, "replayed");
      return { json: stored, replayed: true };
    }
    const commit = await command.prepare(envelope, input);
    return sql.atomically(() => {
      // Once more: an operator may have stopped writes while this one was being prepared.
      requireStillAllowed();
      const json = JSON.stringify(commit());
      this.#room.requireAfter(command.name, envelope.actor);
      this.#claims.record(claim, json, now());
      this.#audit(command.name, envelope, claim.inputDigest, "done");
      return { json, replayed: false };
    });
  }

  #audit(command: string, envelope: Envelope, inputDigest: string, outcome: "done" | "replayed"): void {
    const id = this.#powers.newId();
    this.#outbox.add("audit", envelope.site, id, {
      id, site: envelope.site, actor: actorName(envelope.actor), command, inputDigest, outcome,
      requestId: envelope.requestId, at: this.#powers.now(), ...(envelope.via === undefined ? {} : { via: envelope.via }),
    });
  }
}
