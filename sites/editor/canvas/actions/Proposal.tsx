import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { decodePointer } from "../../../../manifests/refusals/pointer.ts";
import type { ProposalView } from "../../../../runtime/actions/views.ts";
import { findSection } from "../../../../runtime/editing/operations/sectionTree.ts";
import type { FieldServices } from "../../api/fieldServices.ts";
import { ValueText } from "../../fields/ValueText.tsx";
import { studioServices } from "../studio/services.ts";
import { type Studio, sectionNameOf } from "../studio/studio.ts";
import { Picture } from "../pictures/Picture.tsx";
import { tryOperations } from "../queue/apply.ts";
import { operationsOf } from "./run.ts";
import { ACTIONS, FIELDS } from "../../document/words.ts";

interface Props {
  readonly studio: Studio;
  readonly proposal: ProposalView;
}

type Change = ProposalView["changes"][number];

interface SideProps {
  readonly services: FieldServices;
  readonly word: string;
  readonly value: unknown;
}

const Side = ({ services, word, value }: SideProps): JSX.Element => (
  <div class="action-side">
    <h4>{word}</h4>
    <p class="action-text">
      <ValueText services={services} value={value} empty={ACTIONS.empty} />
    </p>
  </div>
);

interface RowProps {
  readonly studio: Studio;
  readonly services: FieldServices;
  readonly change: Change;
}

const Row = ({ studio, services, change }: RowProps): JSX.Element => (
  <li>
    <h3>
      <bdi>
        {[change.section ? sectionNameOf(studio.editor, change.section.id) : "", decodePointer(change.pointer).at(-1)]
          .filter(Boolean)
          .join(FIELDS.colon)}
      </bdi>
    </h3>
    <div class="action-sides">
      <Side services={services} word={ACTIONS.before} value={change.was} />
      <Side services={services} word={ACTIONS.after} value={change.is} />
    </div>
  </li>
);

/** Pictures of the first changed section, before and after the proposal. The text beside them says the same. */
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
  const services = useMemo(() => studioServices(studio), [studio]);
  const heading = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => heading.current?.focus(), []);
  return (
    <>
      <p tabIndex={-1} ref={heading} class="action-summary">
        {summary === null ? ACTIONS.proposed : <bdi>{summary}</bdi>}
      </p>
      {changes.length === 0 ? (
        <p>{ACTIONS.nothing}</p>
      ) : (
        <div class="action-changes" tabIndex={0} role="region" aria-label={ACTIONS.proposed}>
          <Looks studio={studio} proposal={proposal} />
          <ul>
            {changes.map((change) => (
              <Row key={`${change.section?.id ?? ""}${change.pointer}`} {...{ studio, services, change }} />
            ))}
          </ul>
        </div>
      )}
      <p class="action-buttons">
        {changes.length > 0 && (
          <button type="button" class="button" onClick={onApply}>
            {ACTIONS.apply}
          </button>
        )}
        <button type="button" onClick={onDiscard}>
          {ACTIONS.discard}
        </button>
      </p>
    </>
  );
}
