/** The option that names a command's descriptor. */
import { resolve } from "node:path";
import type { Options } from "../../command/command.ts";
import type { SiteDirectory } from "./siteDirectory.ts";

const NAME = "deployment-config";

export const DESCRIPTOR_OPTION = [
  `--${NAME} <file>`,
  "the descriptor (default: .svc/platform.local.json of the site directory)",
] as const;

export const isDescriptorNamed = (options: Options): boolean => options.text(NAME) !== undefined;

/** The path that the option names, relative to the working directory; else the site directory's own descriptor. */
export const descriptorPath = (options: Options, { descriptor }: SiteDirectory): string =>
  isDescriptorNamed(options) ? resolve(options.required(NAME)) : descriptor;
