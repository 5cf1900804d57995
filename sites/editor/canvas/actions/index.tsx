/** Actions of plugins: what they propose is shown before and after, and applied by the member alone. */
import { render } from "preact";
import type { ActionView } from "../../../../runtime/actions/views.ts";
import type { Client } from "../../api/client.ts";
import type { OfferedEntry } from "./offered.ts";
import type { Studio } from "../studio/studio.ts";
import { ActionDialog } from "./ActionDialog.tsx";
import { style } from "./style.ts";

const known = new WeakMap<Client, readonly ActionView[]>();

/** Asked once for each page that is open; an answer that did not come is asked for again. */
async function actionsOf(client: Client): Promise<readonly ActionView[]> {
  const before = known.get(client);
  if (before) return before;
  const answer = await client.read<{ readonly items: readonly ActionView[] }>("/api/actions");
  if (!answer.ok) return [];
  known.set(client, answer.value.body.items);
  return answer.value.body.items;
}

/** Puts the actions that are offered at a section, or at the page without one. */
export async function offer(
  studio: Studio,
  section: string | null,
  put: (entries: readonly OfferedEntry[]) => void,
): Promise<void> {
  const type = studio.editor.section(section)?.type;
  const isMeant = (action: ActionView): boolean =>
    type === undefined
      ? section === null && action.page
      : action.section !== null && studio.editor.types.has(type) && (action.section.types?.includes(type) ?? true);
  const actions = (await actionsOf(studio.client)).filter(isMeant);
  const entries = actions.map((action) => ({
    word: `${action.title} (${action.plugin.name})`,
    run: () => open(studio, action, section),
  }));
  if (entries.length > 0) put(entries);
}

/** The dialog stands beside the canvas, which knows nothing of it. */
function open(studio: Studio, action: ActionView, section: string | null): void {
  style();
  const host = document.createElement("div");
  document.body.append(host);
  const close = (): void => {
    render(null, host);
    host.remove();
  };
  render(<ActionDialog studio={studio} action={action} section={section} onClose={close} />, host);
}
