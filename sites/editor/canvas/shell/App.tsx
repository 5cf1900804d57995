import type { JSX } from "preact";
import { CANVAS } from "../../document/words.ts";
import { Bar } from "../bar/Bar.tsx";
import { Frame } from "../frame/Frame.tsx";
import { Outline } from "../outline/Outline.tsx";
import { Panel } from "../panel/Panel.tsx";
import type { CrashRecovery } from "../keeping/recovery.ts";
import { Dialogs } from "./Dialogs.tsx";
import { Notices } from "./Notices.tsx";
import type { Studio, Tab } from "../studio/studio.ts";

interface Props {
  readonly studio: Studio;
  readonly recovery: CrashRecovery;
}

const TABS: readonly Tab[] = ["outline", "stage", "panel"];

/** Tabs that choose the visible part on a narrow window. */
const Tabs = ({ studio: { tab } }: Pick<Props, "studio">): JSX.Element => (
  <nav class="tabs" aria-label={CANVAS.tabs.label}>
    {TABS.map((name) => (
      <button key={name} type="button" aria-pressed={tab.value === name} onClick={() => (tab.value = name)}>
        {CANVAS.tabs[name]}
      </button>
    ))}
  </nav>
);

const Notice = ({ studio: { editor } }: Pick<Props, "studio">): JSX.Element => {
  const { text, at } = editor.notice.value;
  return (
    <div class="said" role="status" aria-live="polite">
      {text !== "" && <p key={at}>{text}</p>}
    </div>
  );
};

export const App = ({ studio, recovery }: Props): JSX.Element => (
  <div class="shell" data-front={studio.tab.value}>
    <Bar studio={studio} recovery={recovery} />
    <Notices studio={studio} recovery={recovery} />
    <Outline studio={studio} />
    <Frame studio={studio} />
    <Panel studio={studio} />
    <Tabs studio={studio} />
    <Notice studio={studio} />
    <Dialogs studio={studio} />
  </div>
);
