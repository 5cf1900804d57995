import type { CommandTable } from "../commands/command.ts";

export const PLUGIN_COMMANDS = {
  "plugin.install": {},
  "plugin.add": {},
  "plugin.grant": {},
  "plugin.revoke": { makesRoom: true },
  "plugin.state": { makesRoom: true },
  "plugin.settings": {},
  "plugin.updates": {},
  "plugins.updates": {},
  "plugin.discard": { makesRoom: true },
  "plugin.remove": { makesRoom: true },
} as const satisfies CommandTable;
