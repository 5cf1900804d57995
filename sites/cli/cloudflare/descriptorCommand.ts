/** Writes a descriptor with placeholders, which the operator replaces. */
import { join } from "node:path";
import type { CliCommand, Invocation, Outcome } from "../command/command.ts";
import { descriptorSchema } from "./descriptor/descriptor.ts";
import { writeTemplate } from "./descriptor/descriptorFile.ts";
import { CWD_OPTION, openKept, siteDirectory } from "./descriptor/siteDirectory.ts";

function run({ options }: Invocation): Outcome {
  const site = siteDirectory(options);
  openKept(site);
  writeTemplate(site.descriptor, join(site.kept, "descriptor.schema.json"), descriptorSchema());
  return {
    ok: true,
    lines: [site.descriptor],
    data: { descriptor: site.descriptor },
    talk: [
      "Replace every replace-* value, then run: svc cloudflare plan --profile <name>",
      "The file names resources of your account. Keep it out of version control.",
    ],
  };
}

export const descriptor: CliCommand = {
  name: "descriptor",
  summary: "Write .svc/platform.local.json, a template with values to replace.",
  options: [CWD_OPTION],
  examples: ["svc cloudflare descriptor", "svc cloudflare descriptor --cwd my-site"],
  run,
};
