/** Files that every new plugin with code gets, besides its code. */
import type { NewPlugin } from "./wish.ts";
import { pluginTitle } from "./wish.ts";

export const readme = ({ id }: NewPlugin, does: string): string => `# ${pluginTitle(id)}

A plugin for Drawbridge that ${does}.

| file | |
|---|---|
| \`plugin.jsonc\` | what it adds to a site, and what it asks its owner for |
| \`main.js\` | its code: data in, data out |
| \`main.test.js\` | its tests, which run in a real sandbox |
| \`plugin.d.ts\` | types for the editor, written by \`svc plugin types\` |

In this folder:

\`\`\`sh
svc plugin check .   # what is wrong before it runs
svc plugin test      # what it does
svc plugin dev --site http://demo.localhost:8787   # see it in a site, and again after every change
\`\`\`
`;

/** Lets an editor check `main.js` against `plugin.d.ts`. The library `webworker` comes closest to the sandbox. */
export const tsconfig = ({ kit, vitest }: NewPlugin): string => `{
  "compilerOptions": {
    "allowJs": true,
    "checkJs": true,
    "strict": true,
    "noEmit": true,
    "target": "es2024",
    "module": "esnext",
    "moduleResolution": "bundler",
    "allowImportingTsExtensions": true,
    "lib": ["es2024", "webworker"],
    "types": [],
    "skipLibCheck": true,
    // The two things a test imports.
    "paths": {
      "vitest": [${JSON.stringify(vitest)}],
      "drawbridge/test": [${JSON.stringify(kit)}],
    },
  },
}
`;

/** Turns the JavaScript files' names in a text into TypeScript names. */
export const typed = (text: string): string =>
  text.replaceAll("main.js", "main.ts").replaceAll("main.test.js", "main.test.ts");

/** Gives the plugin its own package.json. Without this file, npm would install its packages into the site directory. */
export const packageJson = ({ id }: NewPlugin): string => `{
  "name": ${JSON.stringify(id.slice(id.indexOf(".") + 1))},
  "private": true,
  "type": "module",
  "dependencies": {}
}
`;
