/**
 * The first module of an isolate. It locks the objects that modules share, removes globals that reach outside, and
 * connects the lease. The entry module imports the plugin second, so the plugin is evaluated after this module.
 */
import "./lockdown.ts";
import * as platform from "cloudflare:workers";
import { contextOf, type GuestContext } from "./context.ts";
import { pluginConsole } from "./console.ts";
import { ServedCall } from "./currentCall.ts";
import { stacks } from "./errors.ts";
import { errorText } from "./errorText.ts";
import { leasedFetch } from "./fetch.ts";
import { answerWithin, endAfterwards, NO_ANSWER } from "./late.ts";
import { noteUncaught } from "./uncaught.ts";
import { install, lockNames, removeGlobals } from "./globals.ts";
import { ERROR_MAX_CHARS, RESULT_MAX_CHARS, STACK_MAX_CHARS, type GuestCall, type LeaseStub } from "./protocol.ts";

type Points = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;
type Entry = (input: unknown, ctx: GuestContext) => unknown;

let plugin: Points = {};

/**
 * Sets the plugin's exports. The entry module calls this; a plugin that calls it earlier affects only its own calls.
 */
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
    return errorText(error).slice(0, ERROR_MAX_CHARS).toWellFormed();
  } catch {
    return "it threw a value without a message";
  }
}

/** The stack of an error, for the plugin's author. Empty for a thrown value that is not an error. */
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

/**
 * Ends the current isolate. Read as a property, because a named import fails the whole module on a platform without
 * this function.
 */
const { abortIsolate } = platform as { readonly abortIsolate?: (reason: string) => never };

export class Guest extends platform.WorkerEntrypoint {
  /**
   * Always resolves to text: other values are costly to receive, and the receiver serves many tenants. The platform
   * ends a call's work when the method returns. So a late call returns too, with empty text that the sandbox no longer
   * awaits.
   */
  async run(json: string, lease: LeaseStub, wallMs: number): Promise<string> {
    const served = new ServedCall(lease);
    let text = NO_ANSWER;
    try {
      text = `${await answerWithin(
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
    abortIsolate?.("the caller no longer needs it");
  }
}

noteUncaught();
removeGlobals();
install("console", pluginConsole);
install("fetch", leasedFetch);
lockNames();
Object.freeze(Guest.prototype);
Object.freeze(Guest);
