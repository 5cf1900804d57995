/** The declaration of a hook in a manifest. */
import * as z from "zod/mini";
import { SCHEDULE_MAX_MINUTES, SCHEDULE_MIN_MINUTES } from "../bounds/manifest.ts";
import { GATHERING_HOOKS, HOOK_NAMES, TIMED_HOOKS } from "../hooks/lookup.ts";
import { exactly, manyOf, titled } from "../shapes/shape.ts";
import { effectOf } from "./executable.ts";

const hookShape = exactly({
  on: titled(z.enum(HOOK_NAMES), "On", "When the plugin's function of that name in `hooks` is called."),
  everyMinutes: z.exactOptional(
    titled(
      z.int().check(z.minimum(SCHEDULE_MIN_MINUTES), z.maximum(SCHEDULE_MAX_MINUTES)),
      "Every minutes",
      `For ${TIMED_HOOKS.join(", ")}: minutes between two calls. For ${GATHERING_HOOKS.join(", ")}, which may leave it out: the least minutes between two calls; a call stands for all since the last. Not for other hooks.`,
    ),
  ),
  effect: effectOf("hook"),
});

export const hooksShape = manyOf(hookShape);
