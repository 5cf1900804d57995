import type { Profile } from "../../workers.ts";
import { isProfile, PROFILES } from "../../workers.ts";
import { UsageError } from "../command.ts";
import type { Options } from "../command.ts";

export const PROFILE_OPTION = ["--profile <name>", `which workers: ${PROFILES.join(", ")}`] as const;

/** A deployment has no default profile: a wrong guess would leave workers out, or remove them. */
export function profileOf(options: Options): Profile {
  const name = options.required("profile");
  if (!isProfile(name)) throw new UsageError(`--profile takes ${PROFILES.join(", ")}, not ${JSON.stringify(name)}.`);
  return name;
}
