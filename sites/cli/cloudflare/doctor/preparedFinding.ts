/** Makes findings about prepared files, with the command that prepares them again. */
import { familyOption } from "../descriptor/family.ts";
import type { Json } from "../descriptor/config.ts";
import type { Examined, PreparedWorker } from "../descriptor/check.ts";

export const prepareFor = ({ profile }: Pick<Examined, "profile">): string =>
  `svc cloudflare prepare ${familyOption(profile)}`;

export const variablesOf = ({ config }: PreparedWorker): Readonly<Record<string, Json>> =>
  (config["vars"] ?? {}) as Record<string, Json>;
