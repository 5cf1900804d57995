/**
 * One call of one plugin. It ends when the plugin answers, fails or is late, and in each case with an answer of our
 * own making: nothing a plugin throws, and nothing the platform says about it, goes further than this file.
 */
import { CALL_ABOUT_MAX_CHARS, CALL_INPUT_MAX_CHARS, CALL_WALL_MS } from "../manifests/bounds.ts";
import { isFailed } from "./artifact.ts";
import { brokeOff } from "./attempts.ts";
import { endIsolates, loaded } from "./ending.ts";
import type { Env } from "./env.ts";
import { failed } from "./invocation.ts";
import type { LeaseStub } from "./invocation.ts";
import { codeOf, isolateId } from "./isolate.ts";
import type { Placed } from "./isolate.ts";
import { readPlace } from "./readPlace.ts";
import { replyOfGuest, replyOfSandbox } from "./reply.ts";
import { LATE, within } from "./within.ts";

/** The guest inside an isolate: text in, text out. */
interface GuestStub extends Fetcher {
  run(json: string, lease: LeaseStub, wallMs: number): Promise<unknown>;
}

/** What is asked: both texts come from whoever is bound to the sandbox. */
export interface Asked {
  readonly place: unknown;
  readonly call: unknown;
  readonly lease: LeaseStub;
}

export async function invoke(env: Env, { place, call, lease }: Asked): Promise<string> {
  if (!env.PLUGIN_LOADER) return replyOfSandbox(failed("loader_unavailable"));
  const placed = readPlace(place);
  if (!placed || typeof call !== "string" || call.length > CALL_MAX_CHARS) return replyOfSandbox(failed("invalid_call"));
  return run(env, env.PLUGIN_LOADER, { placed, call, lease });
}

const CALL_MAX_CHARS = CALL_INPUT_MAX_CHARS + CALL_ABOUT_MAX_CHARS;

interface Run {
  readonly placed: Placed;
  readonly call: string;
  readonly lease: LeaseStub;
}

async function run(env: Env, loader: WorkerLoader, { placed, call, lease }: Run): Promise<string> {
  const { place } = placed;
  const id = isolateId(placed);
  const { wallMs = CALL_WALL_MS } = place;
  const underWay = loaded.begin(id, wallMs);
  const isolate = loader.get(id.name, async () => {
    const code = await codeOf(env, place);
    if (!isFailed(code)) return code;
    underWay.isolate.refused = code;
    throw new Error(code.code);
  });
  const guest = isolate.getEntrypoint() as unknown as GuestStub;
  try {
    const text = await within(wallMs, guest.run(call, lease, wallMs));
    return text === LATE ? replyOfSandbox(failed("plugin_late")) : replyOfGuest(text);
  } catch {
    // The guest catches whatever its plugin throws: what arrives here is the platform's, or the plugin posing as it.
    brokeOff(id.stem, id.attempt);
    loaded.forget(id);
    return replyOfSandbox(underWay.isolate.refused ?? failed("plugin_broken"));
  } finally {
    await endIsolates(loader, loaded.finish(underWay));
  }
}
