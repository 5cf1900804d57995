import { KEPT_ANSWER_MAX_BYTES } from "../../manifests/bounds/commands.ts";
import { utf8Length } from "../../manifests/json/utf8.ts";
import { Refusal } from "../../manifests/refusals/refusal.ts";
import { actorName } from "../area/actor.ts";
import type { CommandTraits, Envelope, NamedCommand } from "../area/command.ts";
import { inRollback } from "../database/inRollback.ts";
import type { Powers } from "../powers/powers.ts";
import { type ClaimRef, type Claims, claimScope } from "./claims.ts";
import { type CommandFacts, commandFacts } from "./facts.ts";
import { type MemberLanguages, outsideLanguages } from "./memberLanguages.ts";
import type { Outbox } from "./outbox.ts";
import { type AuditSubject, commandSubject } from "./subject.ts";

/**
 * The tenant's check before a command: it throws if an operator has stopped writes. The returned function checks again,
 * inside the transaction.
 */
export interface TenantGate {
  requireActive(): () => void;
  requireAllowed(whileStopped: boolean): () => void;
}

/**
 * The limit on a workspace's size. It watches a command's writes inside the transaction, and the returned function checks
 * the size after them.
 */
export interface SizeGate {
  watch(command: CommandTraits, envelope: Envelope, how?: "kept" | "tried"): () => void;
}

export interface CommandAnswer {
  /** The JSON of the output. For a repeated command, the exact text of the first answer. */
  readonly json: string;
  readonly replayed: boolean;
  readonly facts: CommandFacts;
}

/** The claims, the outbox and the gates that every command passes. */
export interface CommandParts {
  readonly powers: Powers;
  readonly claims: Claims;
  readonly outbox: Outbox;
  readonly tenant: TenantGate;
  readonly storageQuota: SizeGate;
  readonly memberLanguages: Pick<MemberLanguages, "of">;
}

interface Done {
  readonly inputDigest: string;
  readonly outcome: "done" | "replayed";
  readonly about: AuditSubject | undefined;
}

/** The traits of a command by which its input needs room, or makes it. */
const roomTraits = <Input>(command: NamedCommand<Input, unknown>, input: Input): CommandTraits =>
  command.frees?.(input) === true ? { ...command, makesRoom: true } : command;

/** The JSON of an output. Throws if no row can hold it; then nothing was changed. */
function answerOf(output: unknown): string {
  const json = JSON.stringify(output);
  const bytes = utf8Length(json);
  if (bytes > KEPT_ANSWER_MAX_BYTES) throw new Refusal("TOO_LARGE", { bytes, most: KEPT_ANSWER_MAX_BYTES });
  return json;
}

/**
 * Runs commands, each in one transaction. State, revision, claim, audit row and outgoing messages are committed
 * together or not at all.
 */
export class Commands {
  readonly #parts: CommandParts;

  constructor(parts: CommandParts) {
    this.#parts = parts;
  }

  async run<Input, Output>(
    command: NamedCommand<Input, Output>,
    envelope: Envelope,
    raw: unknown,
  ): Promise<CommandAnswer> {
    const requireStillAllowed = this.#parts.tenant.requireAllowed(command.whileStopped === true);
    if (envelope.key === "") throw new Refusal("IDEMPOTENCY_KEY_MISSING");
    this.#requireInLanguages(command, envelope);
    const parsed = command.parse(raw);
    if (!parsed.ok) throw new Refusal("INVALID_REQUEST", { issues: parsed.error });
    const inputDigest = await (command.inputDigest?.(envelope, parsed.value) ??
      this.#parts.powers.digest(JSON.stringify(parsed.value)));
    const via = (await command.via?.(envelope, parsed.value)) ?? envelope.via;
    const scope = claimScope(envelope.site, actorName(envelope.actor), command.name);
    const claim = { scope, key: envelope.key, inputDigest };
    return this.#parts.claims.exclusively(claim, () =>
      this.#once(command, { ...envelope, ...(via === undefined ? {} : { via }) }, parsed.value, {
        ...claim,
        requireStillAllowed,
      }),
    );
  }

  /**
   * Runs a command in a transaction that is rolled back. Answers as the command would, and stores and sends nothing.
   */
  async rehearse<Input, Output>(
    command: NamedCommand<Input, Output>,
    envelope: Envelope,
    raw: unknown,
  ): Promise<string> {
    this.#parts.tenant.requireActive();
    this.#requireInLanguages(command, envelope);
    const parsed = command.parse(raw);
    if (!parsed.ok) throw new Refusal("INVALID_REQUEST", { issues: parsed.error });
    const commit = await command.prepare({ ...envelope, isRehearsed: true }, parsed.value);
    return inRollback(this.#parts.powers.sql, () => {
      const requireRoom = this.#parts.storageQuota.watch(roomTraits(command, parsed.value), envelope, "tried");
      const json = answerOf(commit());
      requireRoom();
      return json;
    });
  }

  /** A member who is limited to languages may run only commands that check what they reach. */
  #requireInLanguages(
    { name, inLanguages }: CommandTraits & { readonly name: string },
    { site, actor }: Envelope,
  ): void {
    const languages = this.#parts.memberLanguages.of(site, actor);
    if (languages !== undefined && inLanguages !== true) throw outsideLanguages(languages, name);
  }

  async #once<Input, Output>(
    command: NamedCommand<Input, Output>,
    envelope: Envelope,
    input: Input,
    { requireStillAllowed, ...claim }: ClaimRef & { requireStillAllowed(): void },
  ): Promise<CommandAnswer> {
    const { sql } = this.#parts.powers;
    const stored = this.#parts.claims.find(claim);
    if (stored !== undefined) {
      const output = JSON.parse(stored) as Output;
      const facts = commandFacts(command, output);
      const about = commandSubject(input, output, facts.ended);
      this.#audit(command.name, envelope, { inputDigest: claim.inputDigest, outcome: "replayed", about });
      return { json: stored, replayed: true, facts };
    }
    const finish = (commit: () => Output): CommandAnswer =>
      this.#commit(command, envelope, claim, { input, requireStillAllowed, commit });
    if (command.inTurn) return command.inTurn({ envelope, input, finish });
    const commit = await command.prepare(envelope, input);
    return sql.atomically(() => finish(commit));
  }

  #commit<Input, Output>(
    command: NamedCommand<Input, Output>,
    envelope: Envelope,
    claim: ClaimRef,
    { input, requireStillAllowed, commit }: { input: Input; requireStillAllowed(): void; commit(): Output },
  ): CommandAnswer {
    // An operator may have stopped writes during the preparation.
    requireStillAllowed();
    const requireRoom = this.#parts.storageQuota.watch(roomTraits(command, input), envelope);
    const output = commit();
    const json = answerOf(output);
    requireRoom();
    this.#parts.claims.record(claim, json, this.#parts.powers.now());
    const facts = commandFacts(command, output);
    const about = commandSubject(input, output, facts.ended);
    this.#audit(command.name, envelope, { inputDigest: claim.inputDigest, outcome: "done", about });
    return { json, replayed: false, facts };
  }

  #audit(command: string, envelope: Envelope, { inputDigest, outcome, about }: Done): void {
    const { site, actor, requestId, via } = envelope;
    this.#parts.outbox.audit({
      site,
      actor: actorName(actor),
      command,
      inputDigest,
      outcome,
      requestId,
      ...(via === undefined ? {} : { via }),
      ...(about === undefined ? {} : { about }),
    });
  }
}
