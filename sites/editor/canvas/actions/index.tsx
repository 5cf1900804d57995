/** Plugins' actions: the member sees what an action proposes, before and after, and applies it. */
import { render } from "preact";
import type { ActionView } from "../../../../runtime/actions/views.ts";
import type { Client } from "../../api/client.ts";
import { REMARKS } from "../../remarks/words.ts";
import { sharingEntries } from "../placed/entries.ts";
import { opened } from "../remarks/opened.ts";
import { remarkPlace } from "../remarks/place.ts";
import type { OfferedEntry } from "./offered.ts";
import type { Studio } from "../studio/studio.ts";
import { ActionDialog } from "./ActionDialog.tsx";
import { style } from "./style.ts";

const known = new WeakMap<Client, readonly ActionView[]>();

/** The list is read once for each page load. A failed read is tried again at the next call. */
async function readActions(client: Client): Promise<readonly ActionView[]> {
  const before = known.get(client);
  if (before) return before;
  const answer = await client.read<{ readonly items: readonly ActionView[] }>("/api/actions");
  if (!answer.ok) return [];
  known.set(client, answer.value.body.items);
  return answer.value.body.items;
}

/** Hands the ways to share a section, and the plugins' actions for a section, or for the page if `section` is null, to `put`. */
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
  const remark = { word: REMARKS.add, run: () => (opened.value = remarkPlace(studio, section)) };
  const sharing = [remark, ...(section === null ? [] : sharingEntries(studio, section))];
  put(sharing);
  const actions = (await readActions(studio.client)).filter(isMeant);
  const entries = actions.map((action) => ({
    word: `${action.title} (${action.plugin.name})`,
    run: () => open(studio, action, section),
  }));
  if (entries.length > 0) put([...sharing, ...entries]);
}

/** Opens the dialog in an element of its own. The canvas does not depend on it. */
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
