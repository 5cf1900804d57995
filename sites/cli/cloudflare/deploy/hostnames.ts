/**
 * Reads the hostnames that the operator adds to the site worker. Each becomes a custom domain with its own certificate.
 */
import { DEPLOY_HOSTNAMES_MAX } from "../../../../manifests/bounds/provider.ts";
import { isHost } from "../../../../manifests/shapes/host.ts";
import { type Options, UsageError } from "../../command/command.ts";

export const HOSTNAMES_OPTION = [
  "--hostnames <names>",
  "more hostnames for the site worker, separated by commas; its present hostnames stay",
] as const;

export function hostnamesIn(options: Options): readonly string[] {
  const names = options.text("hostnames")?.split(",") ?? [];
  const wrong = names.find((name) => !isHost(name));
  if (wrong !== undefined)
    throw new UsageError(
      `--hostnames takes names such as www.example.com, joined by commas, not ${JSON.stringify(wrong)}.`,
    );
  if (names.length > DEPLOY_HOSTNAMES_MAX)
    throw new UsageError(`--hostnames takes at most ${DEPLOY_HOSTNAMES_MAX} names at once.`);
  return names;
}
