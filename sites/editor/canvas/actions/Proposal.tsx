import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { ProposalView } from "../../../../runtime/actions/views.ts";
import { findSection } from "../../../../runtime/editing/operations/sectionTree.ts";
import type { Studio } from "../studio/studio.ts";
import { sectionNameOf } from "../studio/studio.ts";
import { ValueText } from "../drawing/ValueText.tsx";
import { Picture } from "../pictures/Picture.tsx";
import { tryOperations } from "../queue/apply.ts";
import { operationsOf } from "./run.ts";
import { WORDS } from "./words.ts";

interface Props {
  readonly studio: Studio;
  readonly proposal: ProposalView;
}

type Change = ProposalView["changes"][number];

interface SideProps {
  readonly studio: Studio;
  readonly word: string;
  readonly value: unknown;
}

const Side = ({ studio, word, value }: SideProps): JSX.Element => (
  <div class="action-side">
    <h4>{word}</h4>
    <p class="action-text">
      <ValueText studio={studio} value={value} empty={WORDS.empty} />
    </p>
  </div>
);

const Row = ({ studio, change }: { readonly studio: Studio; readonly change: Change }): JSX.Element => (
  <li>
    <h3>
      <bdi>
        {[change.section ? sectionNameOf(studio.editor, change.section.id) : "", change.pointer.split("/").at(-1)]
          .filter(Boolean)
          .join(": ")}
      </bdi>
    </h3>
    <div class="action-sides">
      <Side studio={studio} word={WORDS.before} value={change.was} />
      <Side studio={studio} word={WORDS.after} value={change.is} />
    </div>
  </li>
);

/** Sections as they look and as they would, side by side. Words beside them say the same. */
function Looks({ studio, proposal }: Props): JSX.Element | null {
  const now = studio.editor.body.peek();
  const then = tryOperations(now, operationsOf(proposal))?.body;
  const [first] = proposal.shown?.sections ?? [];
  const [before, after] = [now, then].map((page) => page && first && findSection(page.sections, first.id));
  if (!before || !after) return null;
  return (
    <div class="action-sides">
      <Picture studio={studio} section={before} />
      <Picture studio={studio} section={after} />
    </div>
  );
}

export function Proposal({
  studio,
  proposal,
  onApply,
  onDiscard,
}: Props & { readonly onApply: () => void; readonly onDiscard: () => void }): JSX.Element {
  const { summary, changes } = proposal;
  const heading = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <>
      <p tabIndex={-1} ref={heading} class="action-summary">
        {summary === null ? WORDS.proposed : <bdi>{summary}</bdi>}
      </p>
      {changes.length === 0 ? (
        <p>{WORDS.nothing}</p>
      ) : (
        <div class="action-changes" tabIndex={0} role="region" aria-label={WORDS.proposed}>
          <Looks studio={studio} proposal={proposal} />
          <ul>
            {changes.map((change) => (
              <Row key={`${change.section?.id ?? ""}${change.pointer}`} studio={studio} change={change} />
            ))}
          </ul>
        </div>
      )}
      <p class="action-buttons">
        {changes.length > 0 && (
          <button type="button" class="button" onClick={onApply}>
            {WORDS.apply}
          </button>
        )}
        <button type="button" onClick={onDiscard}>
          {WORDS.discard}
        </button>
      </p>
    </>
  );
}
