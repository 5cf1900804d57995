/** A plugin whose entries live in lists alone, and one version of it that gives them an address. */
import type { PackedPlugin } from "../../../manifests/packages/packedPlugin.ts";
import { plugin } from "../kernel/world.ts";
import { EVENT, eventsPlugin } from "./events.ts";

/** A list that names the place of each entry, or says that it has none. */
const LIST =
  "{% for e in queries.found %}<i>{{ e.title }} at {{ e.path | default: 'nowhere' }}, {{ e.url | default: 'nowhere' }}</i>{% endfor %}";

export const ADDRESS = "/event/{slug}";

export function quotes(address?: string): PackedPlugin {
  const { manifest, files } = eventsPlugin({}, { upcoming: { type: EVENT, order: "start" } });
  const contentTypes = (manifest.contributes.contentTypes ?? []).map(({ address: _address, ...pageless }) => ({
    ...pageless,
    ...(address !== undefined && { address }),
  }));
  const version = address === undefined ? "1.0.0" : "1.1.0";
  const contributes = {
    ...manifest.contributes,
    contentTypes,
    files: [{ each: { type: EVENT }, path: "{page}.txt", type: "text/plain", template: "entry.liquid" }],
  };
  return plugin(
    "acme.events",
    contributes,
    { ...files, "list.liquid": LIST, "entry.liquid": "{{ page.title }}" },
    version,
  );
}
