import { DurableObject } from "cloudflare:workers";
import type { CommandName } from "../../../runtime/commandNames.ts";
import { objectPowers } from "../workspace/object/objectPowers.ts";
import type { Env } from "./env.ts";
import type { ActionWish } from "./actionQuestion.ts";
import type { ScriptedAnswer } from "./internet.ts";
import type { PictureWish } from "./pictures.ts";
import {
  type CallWish,
  type RehearsalOpening,
  type RouteWish,
  type WebhookWish,
  rehearsalFailure,
  Rehearsal,
} from "./rehearsal.ts";

type Verb = (rehearsal: Rehearsal, input: unknown) => unknown;

const VERBS: Readonly<Record<string, Verb>> = {
  call: (rehearsal, input) => rehearsal.call(input as CallWish),
  route: (rehearsal, input) => rehearsal.route(input as RouteWish),
  webhook: (rehearsal, input) => rehearsal.webhook(input as WebhookWish),
  action: (rehearsal, input) => rehearsal.action(input as ActionWish),
  picture: (rehearsal, input) => rehearsal.addPicture(input as PictureWish),
  publish: (rehearsal) => rehearsal.publish(),
  page: (rehearsal, input) => rehearsal.page(input as string),
  execute: (rehearsal, input) => rehearsal.execute(...(input as [CommandName, unknown])),
  theme: (rehearsal, input) => rehearsal.theme(input as string),
  grant: (rehearsal) => rehearsal.grant(),
  revoke: (rehearsal) => rehearsal.revoke(),
  settings: (rehearsal, input) => rehearsal.settings(input as { readonly plugin?: string }),
  stored: (rehearsal, input) => rehearsal.stored(input as { readonly plugin?: string }),
  store: (rehearsal, input) => rehearsal.store(...(input as [string, unknown])),
  answer: (rehearsal, input) => rehearsal.internet.add(input as ScriptedAnswer),
  requests: (rehearsal) => rehearsal.internet.seen,
  lines: (rehearsal) => rehearsal.lines,
};

/** One rehearsal, which its test controls over HTTP. Both run on the author's machine. */
export class RehearsalDO extends DurableObject<Env> {
  #rehearsal: Rehearsal | undefined;

  override async fetch(request: Request): Promise<Response> {
    const verb = new URL(request.url).pathname.split("/").at(-1) ?? "";
    const outcome = await this.#attempt(verb, request);
    return Response.json({ ...outcome, isSandboxSilent: this.#rehearsal?.takeSilence() ?? false });
  }

  async #attempt(verb: string, request: Request): Promise<object> {
    try {
      return { value: (await this.#answer(verb, await request.json())) ?? null };
    } catch (error) {
      return { failure: rehearsalFailure(error) };
    }
  }

  async #answer(verb: string, input: unknown): Promise<unknown> {
    if (verb === "open") {
      this.#rehearsal = await Rehearsal.open(
        objectPowers(this.ctx.storage),
        this.env.PLUGIN_SANDBOX,
        input as RehearsalOpening,
      );
      return null;
    }
    const found = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined;
    if (!found || !this.#rehearsal) throw new Error(`no ${verb} here`);
    return found(this.#rehearsal, input);
  }
}
