/**
 * One call of one plugin. It ends when the plugin answers, fails or is late, and in each case with an answer of our
 * own making: nothing a plugin throws, and nothing the platform says about it, goes further than this file.
 */
import { CALL_ABOUT_MAX_CHARS, CALL_INPUT_MAX_CHARS, CALL_WALL_MS } from "../manifests/bounds.ts";
import { isFailed } from "./artifact.ts";
import { brokeOff } from "./attempts.ts";
import { endIsolates, loaded } from "./ending.ts";
import type { Env } from "./env.ts";
import { readAnswer } from "./guestAnswer.ts";
import { failed, invocationShape } from "./invocation.ts";
import type { Answered, Failed, Invocation, Invoked, LeaseStub } from "./invocation.ts";
import { codeOf, isolateId } from "./isolate.ts";

/** The guest inside an isolate: text in, text out. */
interface GuestStub extends Fetcher {
  run(json: string, lease: LeaseStub): Promise<unknown>;
}

const LATE = Symbol("late");

export async function invoke(env: Env, request: unknown, lease: LeaseStub): Promise<Invoked> {
  const began = performance.now();
  const answer = await answered(env, request, lease);
  return { ...answer, durationMs: performance.now() - began };
}

async function answered(env: Env, request: unknown, lease: LeaseStub): Promise<Answered> {
  if (!env.PLUGIN_LOADER) return failed("loader_unavailable");
  const parsed = invocationShape.safeParse(valueOf(request));
  if (!parsed.success) return failed("invalid_call");
  const invocation = parsed.data;
  if (JSON.stringify(invocation.call).length > CALL_INPUT_MAX_CHARS) return failed("invalid_call", "The input is too long.");
  if (JSON.stringify(invocation.about ?? null).length > CALL_ABOUT_MAX_CHARS) return failed("invalid_call", "The settings are too long.");
  const input = JSON.stringify({ ...invocation.call, ...invocation.about });
  return run(env, env.PLUGIN_LOADER, { invocation, input, lease });
}

function valueOf(request: unknown): unknown {
  try {
    return typeof request === "string" ? JSON.parse(request) : undefined;
  } catch {
    return undefined;
  }
}

interface Run {
  readonly invocation: Invocation;
  readonly input: string;
  readonly lease: LeaseStub;
}

async function run(env: Env, loader: WorkerLoader, { invocation, input, lease }: Run): Promise<Answered> {
  let refused: Failed | undefined;
  const id = isolateId(invocation);
  loaded.begin(id);
  const isolate = loader.get(id.name, async () => {
    const code = await codeOf(env, invocation);
    if (!isFailed(code)) return code;
    refused = code;
    throw new Error(code.code);
  });
  const guest = isolate.getEntrypoint() as unknown as GuestStub;
  try {
    const text = await within(invocation.wallMs ?? CALL_WALL_MS, guest.run(input, lease));
    return text === LATE ? failed("plugin_late") : readAnswer(text, invocation.call);
  } catch {
    // The guest catches whatever its plugin throws: what arrives here is the platform's, or the plugin posing as it.
    brokeOff(id.stem, id.attempt);
    loaded.forget(id);
    return refused ?? failed("plugin_broken");
  } finally {
    await endIsolates(loader, loaded.finish(id));
  }
}

/** The loser is left alone: it may still be running, but its lease is dead and nobody hears it. */
async function within(ms: number, work: Promise<unknown>): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms, LATE);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    // When it fails later, there is nobody left to tell.
    work.catch(() => undefined);
  }
}
