/** The canvas: the draft in a frame, with the tools around it. */
import { render } from "preact";
import { CANVAS, SCRIPT } from "../document/words.ts";
import { openClient } from "../api/client.ts";
import { failureText } from "../api/failure.ts";
import type { RequestFailure } from "../../requests/requestFailure.ts";
import { loginAddress } from "./studio/address.ts";
import { App } from "./shell/App.tsx";
import { usedClipboard } from "./studio/clipboardKeys.ts";
import { pressedKey } from "./studio/keys.ts";
import { watchLeaving } from "./keeping/leaving.ts";
import { openStudio } from "./shell/open.ts";
import { type AreaLink, type Studio, select } from "./studio/studio.ts";
import { requestUnfinished } from "./keeping/unfinished.ts";
import { type CrashRecovery, recover } from "./keeping/recovery.ts";
import "./styles/shell.css";
import "./styles/bar.css";
import "./styles/outline.css";
import "./styles/panel.css";
import "./styles/dialog.css";
import "./styles/picture.css";

function listen(studio: Studio, recovery: CrashRecovery): void {
  const { editor } = studio;
  document.addEventListener("keydown", (event) => pressedKey(studio, event));
  for (const name of ["copy", "cut", "paste"] as const)
    document.addEventListener(name, (event) => usedClipboard(studio, event));
  addEventListener("focus", () => void editor.sender.flush());
  addEventListener("online", () => void editor.sender.flush());
  watchLeaving(studio, recovery);
}

const Failed = ({ failure }: { readonly failure: RequestFailure }) => (
  <main class="alone">
    <h1>{failure.kind === "refused" && failure.status === 404 ? CANVAS.noPage : CANVAS.notOpened}</h1>
    <p>{failureText(SCRIPT, failure)}</p>
    <p>
      <a href={location.href}>{CANVAS.again}</a> <a href="/_editor/pages">{CANVAS.otherPages}</a>
    </p>
  </main>
);

async function start(root: Element): Promise<void> {
  const asked = new URLSearchParams(location.search);
  const id = asked.get("page") ?? "";
  const areas = JSON.parse(root.getAttribute("data-areas") ?? "[]") as AreaLink[];
  const client = openClient();
  const [opened, atSite] = await Promise.all([openStudio(client, id, areas), requestUnfinished(client, id)]);
  if (!opened.ok) {
    if (opened.error.kind === "refused" && opened.error.status === 401) return location.assign(loginAddress());
    root.replaceChildren();
    return render(<Failed failure={opened.error} />, root);
  }
  const studio = opened.value;
  const recovery = await recover(studio, atSite);
  const section = asked.get("section");
  if (studio.editor.section(section)) select(studio, section);
  root.replaceChildren();
  render(<App studio={studio} recovery={recovery} />, root);
  listen(studio, recovery);
  // Presence loads last, so that the member can write before its script has arrived.
  const { startPresence } = await import("./people/presence.ts");
  startPresence(studio);
}

const root = document.querySelector("#editor");
if (root) void start(root);
