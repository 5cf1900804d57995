import * as z from "zod/mini";
import { issuesFromZod } from "../manifests/issues.ts";
import type { Command } from "./command.ts";
import { actorName } from "./command.ts";
import type { PublishResult, Publisher } from "./publisher.ts";

const nothing = z.strictObject({});
const restoreInput = z.strictObject({ release: z.int().check(z.gte(1)) });

/** Publishes the draft of a site as it is now. */
export function publish(publisher: Publisher): Command<Record<string, never>, PublishResult> {
  return {
    name: "publish",
    parse: parseWith(nothing),
    prepare: (envelope) => publisher.prepare(envelope.site, actorName(envelope.actor)),
  };
}

/** Shows visitors an earlier release again. The draft stays as it is. */
export function restoreRelease(publisher: Publisher): Command<{ release: number }, PublishResult> {
  return {
    name: "release.restore",
    parse: parseWith(restoreInput),
    prepare: async (envelope, input) => () => publisher.restore(envelope.site, input.release, actorName(envelope.actor)),
  };
}

function parseWith<T>(schema: z.ZodMiniType<T>): Command<T, unknown>["parse"] {
  return (raw) => {
    const parsed = schema.safeParse(raw);
    return parsed.success ? { ok: true, value: parsed.data } : { ok: false, issues: issuesFromZod(parsed.error, raw) };
  };
}
