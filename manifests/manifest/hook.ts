/** The declaration of a hook in a manifest. */
import * as z from "zod/mini";
import { SCHEDULE_MAX_MINUTES, SCHEDULE_MIN_MINUTES } from "../bounds/manifest.ts";
import { HOOK_NAMES, TIMED_HOOKS } from "../hooks/lookup.ts";
import { exactly, manyOf, titled } from "../shapes/shape.ts";
import { effectOf } from "./executable.ts";

const hookShape = exactly({
  on: titled(z.enum(HOOK_NAMES), "On", "When the plugin's function of that name in `hooks` is called."),
  everyMinutes: z.exactOptional(
    titled(
      z.int().check(z.minimum(SCHEDULE_MIN_MINUTES), z.maximum(SCHEDULE_MAX_MINUTES)),
      "Every minutes",
      `For ${TIMED_HOOKS.join(", ")}, and not for other hooks: minutes between two calls.`,
    ),
  ),
  effect: effectOf("hook"),
});

export const hooksShape = manyOf(hookShape);
