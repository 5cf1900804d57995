/**
 * Makes one call of one plugin. The call ends when the plugin answers, fails or is late, and always with a reply of our
 * form. The plugin's errors and the platform's errors about it leave this file only as bounded text for its author.
 */
import { CALL_ABOUT_MAX_CHARS, CALL_INPUT_MAX_CHARS, CALL_WALL_MS } from "../manifests/bounds/calls.ts";
import { isFailed } from "./artifact.ts";
import { nextAttempt } from "./attempts.ts";
import { endIsolates, loadedIsolates } from "./ending.ts";
import type { Env } from "./env.ts";
import { callFailure } from "../manifests/faults/callFailure.ts";
import type { LeaseStub } from "./invocation.ts";
import { loadCode, isolateId, type IsolateTarget } from "./isolate.ts";
import { readCallTarget } from "./readCallTarget.ts";
import { brokenReply, replyOfGuest, replyOfSandbox } from "./reply.ts";
import { LATE, within } from "./within.ts";

/** The guest's entry point inside an isolate. */
interface GuestStub extends Fetcher {
  run(json: string, lease: LeaseStub, wallMs: number): Promise<unknown>;
}

/** A request from the bound worker. Place and call are text, checked here. */
export interface SandboxRequest {
  readonly place: unknown;
  readonly call: unknown;
  readonly lease: LeaseStub;
}

export async function invoke(env: Env, { place, call, lease }: SandboxRequest): Promise<string> {
  if (!env.PLUGIN_LOADER) return replyOfSandbox(callFailure("loader_unavailable"));
  const placed = readCallTarget(place);
  if (!placed || typeof call !== "string" || call.length > CALL_MAX_CHARS)
    return replyOfSandbox(callFailure("invalid_call"));
  return run(env, env.PLUGIN_LOADER, { placed, call, lease });
}

const CALL_MAX_CHARS = CALL_INPUT_MAX_CHARS + CALL_ABOUT_MAX_CHARS;

interface Run {
  readonly placed: IsolateTarget;
  readonly call: string;
  readonly lease: LeaseStub;
}

async function run(env: Env, loader: WorkerLoader, { placed, call, lease }: Run): Promise<string> {
  const { target: place } = placed;
  const id = isolateId(placed);
  const { wallMs = CALL_WALL_MS } = place;
  const underWay = loadedIsolates.begin(id, wallMs);
  const isolate = loader.get(id.name, async () => {
    const code = await loadCode(env, place);
    if (!isFailed(code)) return code;
    underWay.isolate.refused = code;
    throw new Error(code.code);
  });
  const guest = isolate.getEntrypoint() as unknown as GuestStub;
  try {
    const text = await within(wallMs, guest.run(call, lease, wallMs));
    return text === LATE ? replyOfSandbox(callFailure("plugin_late")) : replyOfGuest(text);
  } catch (error) {
    // The guest catches its plugin's errors. So this error comes from the platform, or from a plugin that imitates the
    // platform.
    nextAttempt(id.stem, id.attempt);
    loadedIsolates.forget(id);
    return replyOfSandbox(underWay.isolate.refused ?? brokenReply(error));
  } finally {
    await endIsolates(loader, loadedIsolates.finish(underWay));
  }
}
