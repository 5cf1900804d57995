import { type Profile, isProfile, PROFILES } from "../../../workers/workers.ts";
import { UsageError, type Options } from "../../command/command.ts";
import { type Family, MANAGED } from "./family.ts";

export const PROFILE_OPTION = ["--profile <name>", `which workers: ${PROFILES.join(", ")}`] as const;

export const MANAGED_OPTION = [
  "--managed-isolated",
  "prepare one site of a managed deployment, instead of a profile",
] as const;

/** Reads a profile or the managed family. Throws if the operator names both. */
export function readFamily(options: Options): Family {
  if (!options.isSet(MANAGED)) return readProfile(options);
  if (options.text("profile") !== undefined)
    throw new UsageError("Use either --managed-isolated or --profile, not both.");
  return MANAGED;
}

/** There is no default profile, because a wrong guess would leave workers out, or remove them. */
export function readProfile(options: Options): Profile {
  const name = options.text("profile") ?? "";
  if (name === "") throw new UsageError(`--profile is missing. It takes ${PROFILES.join(", ")}.`);
  if (!isProfile(name)) throw new UsageError(`--profile takes ${PROFILES.join(", ")}, not ${JSON.stringify(name)}.`);
  return name;
}
