import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { RemarkView } from "../../../runtime/remarks/views.ts";
import {
  type Colleague,
  sendRemark,
  type NewRemark,
  readColleagues,
  readRemarks,
  type Remarking,
} from "./remarking.ts";
import { SayForm } from "./SayForm.tsx";
import { Thread } from "./Thread.tsx";
import { REMARKS as WORDS } from "./words.ts";

interface Props {
  readonly remarking: Remarking;
  /** The place of a new remark. Without one the list is of all pages, and takes no new one. */
  readonly place?: NewRemark | undefined;
  /** A text beside the form for the place that is chosen. */
  readonly placeName?: string | undefined;
  /** Hears of each list that was read. */
  readonly onRead?: (remarks: readonly RemarkView[]) => void;
}

const FILTERS = ["open", "mine", "resolved"] as const;
type Filter = (typeof FILTERS)[number];

const NONE: Readonly<Record<Filter, string>> = { open: WORDS.none, mine: WORDS.noneMine, resolved: WORDS.noneResolved };

interface Listed {
  readonly items: readonly RemarkView[];
  readonly next: number | null;
}

interface NewProps extends Pick<Props, "remarking" | "placeName"> {
  readonly place: NewRemark;
  readonly colleagues: readonly Colleague[];
  readonly onMade: () => void;
}

/** The form for a new remark, with the place and the text that it means. */
const NewOne = ({ remarking, place, placeName, colleagues, onMade }: NewProps): JSX.Element => (
  <>
    {placeName !== undefined && (
      <p class="facts">
        <bdi>{placeName}</bdi>
      </p>
    )}
    {(place.quote ?? "") !== "" && (
      <blockquote class="remark-quote" dir="auto">
        {place.quote}
      </blockquote>
    )}
    <SayForm
      remarking={remarking}
      colleagues={colleagues}
      label={WORDS.words}
      send={WORDS.add}
      onSend={async (said) => {
        const answer = await sendRemark(remarking, place, said);
        if (answer.ok) onMade();
        return answer.ok ? null : remarking.explain(answer.error);
      }}
    />
  </>
);

interface RowsProps extends Pick<Props, "remarking"> {
  readonly items: readonly RemarkView[];
  readonly colleagues: readonly Colleague[];
  readonly filter: Filter;
  readonly namesPage: boolean;
  readonly onDone: (sentence: string) => void;
}

function Rows({ items, filter, ...shown }: RowsProps): JSX.Element {
  if (items.length === 0) return <p class="none">{NONE[filter]}</p>;
  return (
    <ul class="rows">
      {items.map((remark) => (
        <Thread key={remark.remark} remark={remark} {...shown} />
      ))}
    </ul>
  );
}

/** The remarks of a page, or of all, with the form for a new one. */
export function RemarkList({ remarking, place, placeName, onRead }: Props): JSX.Element {
  const [filter, setFilter] = useState<Filter>("open");
  const [listed, put] = useState<Listed | null>(null);
  const [colleagues, know] = useState<readonly Colleague[]>([]);
  const [done, tell] = useState("");
  const [fault, setFault] = useState("");
  const page = place?.page;
  const read = async (before?: number): Promise<void> => {
    const state = filter === "resolved" ? "resolved" : "open";
    const answer = await readRemarks(remarking, { page, state, mine: filter === "mine", before });
    setFault(answer.ok ? "" : remarking.explain(answer.error));
    if (!answer.ok) return;
    const { items, next } = answer.value.body;
    put(before === undefined || !listed ? { items, next } : { items: [...listed.items, ...items], next });
    if (filter === "open" && before === undefined) onRead?.(items);
  };
  useEffect(() => void read(), [filter, page]);
  useEffect(() => void readColleagues(remarking.client).then(know), []);
  useEffect(() => {
    const named = location.hash.slice(1);
    if (listed && named.startsWith("remark-")) document.getElementById(named)?.focus();
  }, [listed !== null]);
  const finish = (sentence: string): void => {
    tell(sentence);
    void read();
  };
  return (
    <div class="remarks">
      <p role="status" class="remark-done">
        {done}
      </p>
      {place && <NewOne {...{ remarking, place, placeName, colleagues }} onMade={() => finish(WORDS.made)} />}
      <div class="remark-filters" role="group">
        {FILTERS.map((one) => (
          <button key={one} type="button" class="quiet" aria-pressed={filter === one} onClick={() => setFilter(one)}>
            {WORDS[one]}
          </button>
        ))}
      </div>
      <p class="fault" role="alert">
        {fault}
      </p>
      {listed === null ? (
        <p>{WORDS.loading}</p>
      ) : (
        <Rows
          {...{ remarking, colleagues, filter }}
          items={listed.items}
          namesPage={page === undefined}
          onDone={finish}
        />
      )}
      {listed !== null && listed.next !== null && (
        <button type="button" class="quiet" onClick={() => void read(listed.next ?? undefined)}>
          {WORDS.more}
        </button>
      )}
    </div>
  );
}
