import type { CommandTable } from "../area/command.ts";

export const PLUGIN_COMMANDS = {
  "plugin.install": { rehearsed: true },
  "plugin.add": { rehearsed: true },
  "plugin.map": {},
  "plugin.grant": { rehearsed: true },
  "plugin.revoke": { makesRoom: true },
  "plugin.state": { makesRoom: true },
  "plugin.settings": {},
  "plugin.updates": {},
  "plugins.updates": {},
  "plugin.discard": { makesRoom: true },
  "plugin.remove": { makesRoom: true },
} as const satisfies CommandTable;
