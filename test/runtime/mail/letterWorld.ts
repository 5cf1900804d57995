import { fileURLToPath } from "node:url";
import type { Capabilities } from "../../../manifests/capabilities/capabilities.ts";
import type { Contributes } from "../../../manifests/manifest/manifest.ts";
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import type { ActivePlugin } from "../../../runtime/contributions/installed.ts";
import { packPlugin } from "../../../sites/cli/packing/pluginFolder.ts";
import { SITE, plugin } from "../kernel/world.ts";
import { type MailWorld, OWNER, mailWorld } from "./mailWorld.ts";

/** The project's own plugin of notices. */
export const NOTIFY = packPlugin(fileURLToPath(new URL("../../../plugins/notify", import.meta.url)));

type Letters = NonNullable<Contributes["letters"]>;

/** A plugin with letters, and a setting `people` for addresses. */
export function lettersPlugin(
  id: string,
  letters: readonly object[],
  capabilities: Capabilities,
  files: Readonly<Record<string, string>> = {},
): PackedPlugin {
  const people = { type: "array", items: { type: "string" }, default: [] };
  const contributes = {
    letters: letters as Letters,
    settings: { type: "object", properties: { people }, additionalProperties: false },
  } as unknown as Contributes;
  const made = plugin(id, contributes, {
    "a.liquid": "About {{ submission.title }}{{ data.subject }}\n\nBody",
    ...files,
  });
  const manifest = { ...made.manifest, capabilities };
  const manifestText = JSON.stringify(manifest);
  return { ...made, manifest, manifestText };
}

export interface LetterWorld extends MailWorld {
  /** Posts a form, as a visitor does, with what the kernel and plugins write about it. */
  post(fields?: Readonly<Record<string, unknown>>, personal?: readonly string[]): number;
  /** Writes a plugin's settings as an owner does. */
  settings(plugin: string, values: Readonly<Record<string, unknown>>): void;
  active(plugin: string): ActivePlugin;
}

/** A mail world with these plugins, all granted. */
export async function letterWorld(plugins: readonly PackedPlugin[], isSending = true): Promise<LetterWorld> {
  const mail = await mailWorld(isSending ? {} : "no mail server", plugins);
  const { kernel } = mail.world;
  for (const { digest, manifest } of plugins)
    kernel.grants.put(SITE, manifest.id, {
      digest,
      capabilities: manifest.capabilities ?? {},
      actor: `member:${OWNER}`,
      at: 0,
    });
  await kernel.plugins.prepare();
  return {
    ...mail,
    post(fields = { message: "Hello" }, personal = []) {
      const type = "drawbridge.forms/contact";
      const submission = { form: "home.contact", type, title: "Contact", keptMs: 1e9, fields, personal: [...personal] };
      const id = kernel.submissions.add({ site: SITE, ...submission });
      kernel.formConfirming.tell(SITE, id);
      return id;
    },
    settings: (id, values) => void kernel.settingsStore.put(SITE, id, { version: 1, values, secrets: {} }, OWNER, 1),
    active(id) {
      const found = kernel.plugins.forSite(SITE).resolution.active.find((one) => one.id === id);
      if (!found)
        throw new Error(`${id} is not active: ${JSON.stringify(kernel.plugins.forSite(SITE).resolution.skipped)}`);
      return found;
    },
  };
}
