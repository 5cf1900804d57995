import type { JSX } from "preact";
import { CANVAS, SCRIPT } from "../../document/words.ts";
import { say } from "../../../words/shape/say.ts";
import { logOut } from "../keeping/leaving.ts";
import { type Studio, type Width, step, WIDTHS } from "../studio/studio.ts";
import type { CrashRecovery } from "../keeping/recovery.ts";
import { IconButton } from "../../drawing/IconButton.tsx";
import { Icon } from "../../drawing/icons.tsx";
import { People } from "../people/People.tsx";
import { showPageSettings } from "./pageSettings.ts";
import { PageSwitch } from "./PageSwitch.tsx";
import { PublishLink } from "./PublishLink.tsx";

interface Props {
  readonly studio: Studio;
  readonly recovery: CrashRecovery;
}

const Widths = ({ studio: { width } }: Pick<Props, "studio">): JSX.Element => (
  <div class="widths" role="group" aria-label={CANVAS.widths.label}>
    {(Object.keys(WIDTHS) as Width[]).map((name) => (
      <IconButton
        key={name}
        icon={name}
        label={CANVAS.widths[name]}
        pressed={width.value === name}
        onClick={() => (width.value = name)}
      />
    ))}
  </div>
);

const Menu = ({ studio, recovery }: Props): JSX.Element => (
  <div class="menu">
    <button type="button" class="icon-button" popovertarget="areas" aria-label={CANVAS.menu} title={CANVAS.menu}>
      <Icon name="menu" />
    </button>
    <ul id="areas" popover="auto">
      <li>
        <button
          type="button"
          aria-keyshortcuts="Control+K"
          popovertarget="areas"
          popovertargetaction="hide"
          onClick={() => (studio.finding.value = true)}
        >
          {SCRIPT.palette.title}
        </button>
      </li>
      {studio.areas.map(({ title, path }) => (
        <li key={path}>
          <a href={path}>{title}</a>
        </li>
      ))}
      <li>
        <a href={`${studio.editor.body.value.path}?svc_mode=edit`} target="_blank" rel="noopener">
          {CANVAS.seeDraft}
        </a>
      </li>
      <li>
        <button type="button" onClick={() => void logOut(studio, recovery)}>
          {CANVAS.logout}
        </button>
      </li>
    </ul>
  </div>
);

export function Bar({ studio, recovery }: Props): JSX.Element {
  const { done, undone } = studio.editor.history.value;
  return (
    <header class="bar" data-region aria-label={CANVAS.regions.bar}>
      <h1 class="hidden">{say(CANVAS.frameTitle, { page: studio.editor.body.value.title })}</h1>
      <Menu studio={studio} recovery={recovery} />
      <p class="brand">
        <bdi>{studio.editor.site.name}</bdi>
      </p>
      <PageSwitch studio={studio} />
      <IconButton icon="page" label={CANVAS.pageSettings} onClick={() => showPageSettings(studio)} />
      <Widths studio={studio} />
      <People studio={studio} />
      <State studio={studio} />
      <div class="steps">
        <IconButton
          icon="undo"
          label={CANVAS.undo}
          keys="Control+Z"
          disabled={done.length === 0}
          onClick={() => step(studio, "undo")}
        />
        <IconButton
          icon="redo"
          label={CANVAS.redo}
          keys="Control+Shift+Z"
          disabled={undone.length === 0}
          onClick={() => step(studio, "redo")}
        />
      </div>
      <PublishLink studio={studio} class="primary" />
    </header>
  );
}

/** One word about whether the text is saved. Screen readers hear changes of it, but not one for each key. */
function State({ studio: { editor } }: { readonly studio: Studio }): JSX.Element {
  const word = editor.word.value;
  const isWell = word === "saved" || word === "saving";
  return (
    <p class={`state is-${isWell ? word : "held"}`} title={CANVAS.stateHelp[word]}>
      <span aria-hidden={word === "saving"} role="status">
        {word === "saving" ? "" : CANVAS.state[word]}
      </span>
      {word === "saving" && <span>{CANVAS.state.saving}</span>}
    </p>
  );
}
