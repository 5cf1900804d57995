/** The files that a new site directory begins with. */
import type { Profile } from "../../workers/workers.ts";
import { SITE_FILE } from "./siteFile.ts";

export interface NewDirectory {
  readonly name: string;
  readonly profile: Profile;
  /** Path from the site directory to the schema of `svc.jsonc`. */
  readonly schema: string;
}

/** Files that belong to this machine alone, or hold secrets. */
export const IGNORED = ["node_modules/", ".svc/", "*.key.json", "*.token", "secrets.json"] as const;

export const PLUGIN_FOLDER = "plugins";

export const siteFileText = ({ name, profile, schema }: NewDirectory): string => `{
  "$schema": ${JSON.stringify(schema)}, // for completion in your editor
  "name": ${JSON.stringify(name)},
  // The workers that svc start runs: core, plugins, ai or full.
  "profile": ${JSON.stringify(profile)},
  // Folders of your own plugins, besides the first-party plugins.
  "plugins": [${JSON.stringify(`./${PLUGIN_FOLDER}`)}],
  // Files with public keys, as svc plugin keygen prints them. Plugins that these keys signed can be installed.
  "trustKeys": [],
}
`;

export const readmeText = ({ name }: NewDirectory): string => `# ${name}

A site directory for Drawbridge. \`npm install\` brings the program, and Node 24 where yours is older.

| | |
|---|---|
| \`${SITE_FILE}\` | the profile, plugin folders and trusted keys of \`svc start\` |
| \`${PLUGIN_FOLDER}/\` | plugins of your own |
| \`.svc/\` | what the commands keep: data and secrets of this machine, the deployment's configuration. Never commit it |

On this machine:

\`\`\`sh
npx svc start                          # your site, until Ctrl-C; with --demo two demo sites
npx svc operator status                # how it is, while it runs
npx svc plugin init acme.notices       # a plugin in ${PLUGIN_FOLDER}/notices
npx svc plugin check ${PLUGIN_FOLDER}/notices
\`\`\`

On Cloudflare Workers:

\`\`\`sh
npx svc cloudflare descriptor          # then replace its values
npx svc cloudflare plan --profile core
npx svc cloudflare prepare --profile core
npx svc doctor --profile core
npx svc cloudflare deploy --profile core --secrets ../secrets.json
\`\`\`

\`node_modules/drawbridge/docs/operating.md\` says step by step what each of them shows, and \`npx svc --help\` lists the rest.
Where a message names \`svc …\`, type \`npx svc …\` here. Anywhere else npx offers a stranger's package of this name.
`;
