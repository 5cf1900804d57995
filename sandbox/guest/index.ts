/**
 * The first module of an isolate: it locks what modules share, removes what reaches out, and wires the lease. The entry
 * names the plugin second, so the plugin is evaluated after this.
 */
import "./lockdown.ts";
import * as platform from "cloudflare:workers";
import { contextOf } from "./context.ts";
import type { GuestContext } from "./context.ts";
import { pluginConsole } from "./console.ts";
import { ServedCall } from "./currentCall.ts";
import { stacks } from "./errors.ts";
import { leasedFetch } from "./fetch.ts";
import { beforeLate, endAfterwards, NO_ANSWER } from "./late.ts";
import { install, lockNames, takeAway } from "./globals.ts";
import { ERROR_MAX_CHARS, RESULT_MAX_CHARS, STACK_MAX_CHARS } from "./protocol.ts";
import type { GuestCall, LeaseStub } from "./protocol.ts";

type Points = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
type Entry = (input: unknown, ctx: GuestContext) => unknown;

let plugin: Points = {};

/** Called by the entry module with the plugin's exports. A plugin that calls it first only misleads itself. */
export function adopt(exports: Points): void {
  plugin = exports;
}

function entryOf({ point, name }: GuestCall): Entry {
  const group = Object.hasOwn(plugin, point) ? plugin[point] : undefined;
  const entry = group && Object.hasOwn(group, name) ? group[name] : undefined;
  if (typeof entry !== "function") throw new TypeError(`it exports no function ${point}.${name}`);
  return entry as Entry;
}

function messageOf(error: unknown): string {
  try {
    return String(error).slice(0, ERROR_MAX_CHARS).toWellFormed();
  } catch {
    return "it threw something that has no text";
  }
}

/** The calls that led to an error, for the author. A value that is no error has none. */
function stackOf(error: unknown): string {
  try {
    return `${stacks.of(error as object)}`.slice(0, STACK_MAX_CHARS).toWellFormed();
  } catch {
    return "";
  }
}

async function answer(call: GuestCall): Promise<string> {
  try {
    const value = await entryOf(call)(call.input, contextOf(call));
    const json = JSON.stringify(value) ?? "null";
    if (json.length > RESULT_MAX_CHARS) throw new RangeError("its answer is too long");
    return `{"value":${json}}`;
  } catch (error) {
    return JSON.stringify({ error: messageOf(error), stack: stackOf(error) });
  }
}

/** Ends the isolate it is called in. Asked for by name, because a platform without it would refuse the whole module. */
const { abortIsolate } = platform as { readonly abortIsolate?: (reason: string) => never };

export class Guest extends platform.WorkerEntrypoint {
  /**
   * Always answers text: other values are costly to receive, and the receiver serves many tenants. The platform ends
   * the work of a call when it returns, so a late call returns as well, with empty text that nobody awaits.
   */
  async run(json: string, lease: LeaseStub, wallMs: number): Promise<string> {
    const served = new ServedCall(lease);
    let text = NO_ANSWER;
    try {
      text = `${await beforeLate(
        wallMs,
        served.run(() => answer(JSON.parse(json) as GuestCall)),
      )}`;
      return text;
    } finally {
      if (served.close() || text === NO_ANSWER)
        endAfterwards(this.ctx as unknown as Parameters<typeof endAfterwards>[0]);
    }
  }

  end(): void {
    abortIsolate?.("nobody needs it any more");
  }
}

takeAway();
install("console", pluginConsole);
install("fetch", leasedFetch);
lockNames();
Object.freeze(Guest.prototype);
Object.freeze(Guest);
