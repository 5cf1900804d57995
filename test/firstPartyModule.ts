import { packProject } from "../sites/tools/firstParty.ts";

const NAME = "drawbridge:first-party";

/** A plugin of a bundler. */
interface ModulePlugin {
  readonly name: string;
  readonly enforce: "pre";
  resolveId(id: string): string | undefined;
  load(id: string): string | undefined;
}

/** The module that `npm run pack` makes for a deployment, made from the plugin folders as they are now. */
export const firstParty = (): ModulePlugin => ({
  name: "first-party",
  enforce: "pre",
  resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
  load: (id) =>
    id === `\0${NAME}` ? `export default ${JSON.stringify({ plugins: packProject().firstParty })};` : undefined,
});
