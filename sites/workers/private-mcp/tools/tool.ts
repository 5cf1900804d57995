import { idempotencyKey } from "../../../../manifests/shapes/idempotencyKey.ts";
import * as z from "zod/mini";
import type { MemberTool } from "../../../../manifests/agents/memberTools.ts";
import { decodePointer, encodePointer } from "../../../../manifests/refusals/pointer.ts";
import { Refusal } from "../../../../manifests/refusals/refusal.ts";
import { type Answer, expectValue } from "../../../../runtime/commands/answer.ts";
import { type CommandName, isRehearsed } from "../../../../runtime/commandNames.ts";
import { described } from "../../../../runtime/commands/described.ts";
import { can, type Permission } from "../../../../runtime/commands/permissions.ts";
import type { Scope } from "../../../../runtime/commands/scopes.ts";
import type { Caller } from "./caller.ts";
import type { AgentWorkspace } from "../bindings/env.ts";

export interface ToolCall {
  readonly caller: Caller;
  readonly workspace: AgentWorkspace;
  readonly requestId: string;
}

/** A tool of members' agents. Its schemas are built from those of the workspace and the editor's API. */
export interface AgentTool {
  readonly name: MemberTool;
  readonly title: string;
  readonly description: string;
  readonly permission: Permission;
  readonly scope: Scope;
  /** The command that a call with this `kind` sends; null for a tool that sends none. */
  commandOf(kind: unknown): CommandName | null;
  readonly input: z.ZodMiniType;
  readonly output: z.ZodMiniType;
  /** True if the tool changes nothing. */
  readonly reads: boolean;
  /** True if the tool removes something, or changes what visitors see. */
  readonly destroys: boolean;
  run(call: ToolCall, given: unknown): Promise<object>;
}

type Described = Pick<AgentTool, "name" | "title" | "description">;

interface Reading<I extends z.ZodMiniType> extends Described {
  readonly scope?: Scope;
  readonly input: I;
  readonly output: z.ZodMiniType;
  run(call: ToolCall, given: z.infer<I>): Promise<object>;
}

export const noCommand = (): null => null;

/** Defines a tool that changes nothing. */
export const reading = <I extends z.ZodMiniType>({ run, scope = "site:read", ...tool }: Reading<I>): AgentTool => ({
  ...tool,
  scope,
  commandOf: noCommand,
  permission: "site.read",
  reads: true,
  destroys: false,
  run: (call, given) => run(call, given as z.infer<I>),
});

const keyOfCall = described(idempotencyKey, "A UUID, the same in a retry.");
const version = z.int().check(z.gte(0));
const dryRun = described(z.optional(z.boolean()), "Only checks.");

type Preview = (call: ToolCall, input: Readonly<Record<string, unknown>>) => Promise<object>;

/** One command, or one for each value of the input's `kind`. */
type Sent = CommandName | { readonly byKind: Readonly<Record<string, CommandName>> };

interface Writing extends Described {
  readonly command: Sent;
  readonly permission: Permission;
  readonly scope: Exclude<Scope, "site:read">;
  /** The command's input, as the workspace takes it. */
  readonly input: z.ZodMiniObject;
  /** The member of the command's input that holds the version it builds on, and its description for agents. */
  readonly builtOn?: { readonly as: string; readonly says: string };
  /** Names of members in the command, where they differ from the tool's. */
  readonly renamed?: Readonly<Record<string, string>>;
  readonly output: z.ZodMiniObject;
  readonly destroys?: boolean;
  /** Checks the caller and the input beyond the tool's permission and scope. */
  readonly admit?: (call: ToolCall, given: Readonly<Record<string, unknown>>) => void;
  /** Converts the agent's input to the command's. */
  readonly translate?: ((given: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>) | undefined;
  /** Answers a dry run, beside the command's rehearsal or instead of it if the command has none. */
  readonly preview?: Preview | undefined;
}

/**
 * Defines a tool that sends one command, as a member's own client would. The idempotency key claims it. One transaction
 * checks the version and writes an audit row with the member and the client.
 */
export function writing({
  command,
  input,
  builtOn,
  renamed = {},
  output,
  destroys = false,
  preview,
  admit,
  translate,
  ...tool
}: Writing): AgentTool {
  const rehearsable = commandsOf(command).every(isRehearsed) || preview !== undefined;
  return {
    ...tool,
    reads: false,
    destroys,
    // An unknown kind counts as the first command, whose validation refuses it.
    commandOf: (kind) =>
      typeof command === "string" ? command : (command.byKind[String(kind)] ?? commandsOf(command)[0] ?? null),
    input: z.extend(builtOn ? z.omit(input, { [builtOn.as]: true }) : input, {
      ...(builtOn ? { version: described(version, builtOn.says) } : {}),
      idempotencyKey: keyOfCall,
      ...(rehearsable ? { dryRun } : {}),
    }),
    output: z.strictObject({
      done: z.boolean(),
      replayed: z.boolean(),
      result: z.optional(output),
      ...(preview === undefined ? {} : { preview: z.optional(z.record(z.string(), z.unknown())) }),
    }),
    run: (call, given) => {
      const { kind, ...rest } = given as Given;
      const named = typeof command === "string" ? (given as Given) : (rest as Given);
      admit?.(call, given as Given);
      return send(
        { command: commandFor(command, kind), versionAs: builtOn?.as, renamed, preview, translate },
        call,
        named,
      );
    },
  };
}

const commandsOf = (command: Sent): readonly CommandName[] =>
  typeof command === "string" ? [command] : Object.values(command.byKind);

function commandFor(command: Sent, kind: unknown): CommandName {
  if (typeof command === "string") return command;
  const found = command.byKind[String(kind)];
  if (!found) throw new RangeError(`there is no command for the kind ${JSON.stringify(kind)}`);
  return found;
}

interface Given extends Readonly<Record<string, unknown>> {
  readonly kind?: unknown;
  readonly version?: number;
  readonly idempotencyKey: string;
  readonly dryRun?: boolean;
}

interface Sending extends Pick<Writing, "preview" | "translate"> {
  readonly command: CommandName;
  readonly versionAs: string | undefined;
  readonly renamed: Readonly<Record<string, string>>;
}

async function send(
  { command, versionAs, renamed, preview, translate = (given) => given }: Sending,
  call: ToolCall,
  { version: expected, idempotencyKey: key, dryRun: isDry, ...rest }: Given,
): Promise<object> {
  const { workspace, caller, requestId } = call;
  const named = Object.fromEntries(
    Object.entries(translate(rest)).map(([name, value]) => [renamed[name] ?? name, value]),
  );
  const input = { ...named, ...(versionAs === undefined ? {} : { [versionAs]: expected }) };
  const envelope = {
    site: caller.site,
    actor: { kind: "member", id: caller.identity },
    key,
    requestId,
    via: caller.client,
    role: caller.role,
    mayPublish: can(caller.role, "content.publish"),
  } as const;
  const says = (name: string): string => namesBack({ versionAs, renamed }, name);
  if (isDry === true) {
    const rehearsed = isRehearsed(command)
      ? expectOwn(await workspace.rehearse(command, envelope, input, "writes"), says)
      : undefined;
    return {
      done: false,
      replayed: false,
      ...(rehearsed ? { result: JSON.parse(rehearsed.json) as unknown } : {}),
      ...(preview ? { preview: await preview(call, input) } : {}),
    };
  }
  const { json, replayed } = expectOwn(await workspace.execute(command, envelope, input, "writes"), says);
  return { done: true, replayed, result: JSON.parse(json) as unknown };
}

/** The tool's name of a member of the command's input. */
function namesBack({ versionAs, renamed }: Pick<Sending, "versionAs" | "renamed">, name: string): string {
  if (name === versionAs) return "version";
  return Object.entries(renamed).find(([, sent]) => sent === name)?.[0] ?? name;
}

/** The value of an answer. The pointers of a refusal lead into the tool's own input, not the command's. */
function expectOwn<T>(answer: Answer<T>, says: (name: string) => string): T {
  const issues = answer.ok ? undefined : answer.refusal.detail.issues;
  if (answer.ok || !issues) return expectValue(answer);
  const ownIssues = issues.map((issue) => {
    const [first, ...rest] = decodePointer(issue.pointer);
    return first === undefined ? issue : { ...issue, pointer: encodePointer([says(first), ...rest]) };
  });
  throw Refusal.again({ code: answer.refusal.code, detail: { ...answer.refusal.detail, issues: ownIssues } });
}
