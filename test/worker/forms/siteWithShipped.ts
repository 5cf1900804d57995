import plugins from "drawbridge:with-code";
import type { PluginView } from "../../../runtime/plugins/management/views.ts";
import { aPackage } from "../api/packages.ts";
import { type Editor, anEditor, callApi, done, place } from "./siteWithForm.ts";

/** A new site with a plugin of the release, as its owner adds it, and a section on the home page. */
export async function aSiteWithShipped(plugin: string, section: object, settings: object = {}): Promise<Editor> {
  const owner = await anEditor();
  const found = plugins.find(({ manifest }) => manifest.id === plugin);
  if (!found) throw new Error("the plugin is not packed");
  const { digest, requested } = await done<PluginView>(
    await callApi(owner, "POST", "/api/plugins", {
      body: await aPackage(JSON.parse(found.manifestText) as Record<string, unknown>, found.files),
    }),
  );
  const at = `/api/plugins/${plugin}`;
  await done(await callApi(owner, "PUT", `${at}/grant`, { body: { digest, capabilities: requested } }));
  await done(await callApi(owner, "PUT", `${at}/settings`, { ifMatch: 0, body: { values: settings } }));
  await done<PluginView>(await callApi(owner, "PUT", `${at}/state`, { body: { state: "enabled" } }));
  await place(owner, [section]);
  return owner;
}
