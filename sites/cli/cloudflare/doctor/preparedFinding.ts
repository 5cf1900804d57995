/** Makes findings about prepared files, with the command that prepares them again. */
import { familyOption } from "../descriptor/family.ts";
import type { Json } from "../descriptor/config.ts";
import type { Examined, Finding, PreparedWorker } from "../descriptor/check.ts";

export const prepareFor = ({ profile }: Pick<Examined, "profile">): string =>
  `svc cloudflare prepare ${familyOption(profile)}`;

export const fault = (where: string, found: string, allowed: string, mend: string): Finding => ({
  level: "error",
  where,
  found,
  allowed,
  mend,
});

export const variablesOf = ({ config }: PreparedWorker): Readonly<Record<string, Json>> =>
  (config["vars"] ?? {}) as Record<string, Json>;
