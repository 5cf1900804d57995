import type { JSX } from "preact";
import { CANVAS, PAGES, SCRIPT } from "../../document/words.ts";
import { say } from "../../../words/shape/say.ts";
import type { PageOperation } from "../../../../runtime/editing/operations/pageOperation.ts";
import { failureText } from "../../api/failure.ts";
import type { CrashRecovery } from "../keeping/recovery.ts";
import { PublishLink } from "../bar/PublishLink.tsx";
import { loginAddress } from "../studio/address.ts";
import { leaveFor } from "../keeping/leaving.ts";
import { type Studio, sectionNameOf, select } from "../studio/studio.ts";

interface Props {
  readonly studio: Studio;
  readonly recovery: CrashRecovery;
}

const QUIET = new Set(["saved", "saving", "unfinished"]);
const WANTS_LOGIN = new Set(["login", "stranger"]);

/** Says why edits cannot be saved, and what the member can do. */
function Blocked({ studio }: Pick<Props, "studio">): JSX.Element | null {
  const { editor } = studio;
  const word = editor.word.value;
  if (QUIET.has(word)) return null;
  const failure = word === "refused" ? editor.failure.value : null;
  const isClash = word === "clash" || word === "ownClash";
  const clash = editor.queue.value.clashes[0];
  return (
    <div class="notice" role="alert">
      <p>
        {CANVAS.stateHelp[word]} {failure ? failureText(SCRIPT, failure) : ""}
      </p>
      {WANTS_LOGIN.has(word) && (
        <a class="button" href={loginAddress()} target="_blank" rel="noopener">
          {CANVAS.login}
        </a>
      )}
      {isClash && clash && (
        <button
          type="button"
          onClick={() => {
            select(studio, clash.section);
            studio.tab.value = "panel";
          }}
        >
          {clash.section === null ? PAGES.about : sectionNameOf(editor, clash.section)}
        </button>
      )}
      {!isClash && word !== "gone" && <Again studio={studio} />}
      {word === "fault" && <Reload studio={studio} />}
    </div>
  );
}

const Again = ({ studio: { editor } }: Pick<Props, "studio">): JSX.Element => (
  <button type="button" onClick={() => void editor.tryAgain()}>
    {CANVAS.again}
  </button>
);

const Reload = ({ studio }: Pick<Props, "studio">): JSX.Element => (
  <button type="button" onClick={() => void leaveFor(studio, location.href)}>
    {CANVAS.reload}
  </button>
);

/** Says what only a new load of the page mends. */
const Stale = ({ studio, text }: Pick<Props, "studio"> & { readonly text: string }): JSX.Element => (
  <div class="notice" role="alert">
    <p>{text}</p>
    <Reload studio={studio} />
  </div>
);

function Recovered({ studio, recovery }: Props): JSX.Element | null {
  const kept = recovery.kept.value;
  if (!kept) return null;
  const when = new Date(kept.at).toLocaleString(document.documentElement.lang, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  return (
    <div class="notice">
      <p>{say(CANVAS.recovery.title, { when })}</p>
      <button
        type="button"
        onClick={() => {
          recovery.take();
          studio.editor.say(CANVAS.recovery.taken);
        }}
      >
        {CANVAS.recovery.take}
      </button>
      <button type="button" onClick={() => recovery.drop()}>
        {CANVAS.recovery.drop}
      </button>
    </div>
  );
}

const textsOf = (operations: readonly PageOperation[]): string =>
  operations
    .map((operation) => JSON.stringify(operation.op === "set" ? operation.fields : operation, null, 1))
    .join("\n");

function Lost({ studio: { editor } }: Pick<Props, "studio">): JSX.Element | null {
  const lost = editor.lost.value;
  if (lost.length === 0) return null;
  return (
    <div class="notice" role="alert">
      <p>{CANVAS.lost.title}</p>
      <textarea readOnly rows={3} aria-label={CANVAS.lost.keep} value={textsOf(lost)} />
      <button type="button" onClick={() => (editor.lost.value = [])}>
        {CANVAS.lost.close}
      </button>
    </div>
  );
}

/** The empty status element is always there, because screen readers announce only changes in an existing one. */
const Ahead = ({ studio }: Pick<Props, "studio">): JSX.Element => (
  <div role="status">
    {studio.ahead.isShown.value && (
      <div class="notice">
        <p>{CANVAS.ahead}</p>
        <div class="notice-acts">
          <PublishLink studio={studio} class="button" />
          <button type="button" onClick={() => (studio.ahead.isShown.value = false)}>
            {CANVAS.lost.close}
          </button>
        </div>
      </div>
    )}
  </div>
);

export const Notices = ({ studio, recovery }: Props): JSX.Element => (
  <section class="notices" aria-label={CANVAS.regions.notices}>
    <Recovered studio={studio} recovery={recovery} />
    <Blocked studio={studio} />
    <Lost studio={studio} />
    <Ahead studio={studio} />
    {studio.isOtherRole.value && <Stale studio={studio} text={CANVAS.otherRole} />}
    {studio.editor.isUndrawn.value && <Stale studio={studio} text={CANVAS.undrawn} />}
    {!studio.isKept.value && (
      <div class="notice">
        <p>{CANVAS.notKept}</p>
      </div>
    )}
  </section>
);
