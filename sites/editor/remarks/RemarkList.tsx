import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { REMARK_QUOTE_MAX_CHARS } from "../../../manifests/bounds/publishing.ts";
import type { RemarkView } from "../../../runtime/remarks/views.ts";
import {
  type Colleague,
  sendRemark,
  type NewRemark,
  readColleagues,
  readRemarks,
  type Remarking,
} from "./remarking.ts";
import { EDIT_MARKER } from "../../../runtime/serving/editMarker.ts";
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

interface QuoteProps {
  readonly quote: string;
  readonly onType: (quote: string) => void;
}

/** The text that the remark means. The site looks for it in the page. */
const Quote = ({ quote, onType }: QuoteProps): JSX.Element => (
  <label class="remark-about">
    {WORDS.quoteAsked}
    <input
      value={quote}
      maxLength={REMARK_QUOTE_MAX_CHARS}
      onInput={({ currentTarget }) => onType(currentTarget.value)}
    />
  </label>
);

/** The form for a new remark, with the place and the text that it means. */
function NewOne({ remarking, place, placeName, colleagues, onMade }: NewProps): JSX.Element {
  const [typed, type] = useState("");
  const isQuoteAsked = remarking.isViewer === true && place.section === undefined;
  return (
    <>
      {isQuoteAsked && <Quote quote={typed} onType={type} />}
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
          const quote = isQuoteAsked && typed.trim() !== "" ? { quote: typed.trim() } : {};
          const answer = await sendRemark(remarking, { ...place, ...quote }, said);
          if (!answer.ok) return remarking.explain(answer.error);
          type("");
          onMade();
          return null;
        }}
      />
    </>
  );
}

interface NothingProps {
  readonly filter: Filter;
  readonly isViewer: boolean;
  /** Shows the open remarks. */
  readonly onOpen: () => void;
}

interface RowsProps extends Pick<Props, "remarking">, Pick<NothingProps, "onOpen"> {
  readonly items: readonly RemarkView[];
  readonly colleagues: readonly Colleague[];
  readonly filter: Filter;
  readonly namesPage: boolean;
  readonly onDone: (sentence: string) => void;
}

/** An empty list leads on: to the page that takes remarks, or to the open ones. */
function Nothing({ filter, isViewer, onOpen }: NothingProps): JSX.Element {
  const says = filter === "open" && isViewer ? WORDS.noneToViewer : NONE[filter];
  return (
    <div class="empty">
      <p class="none">{says}</p>
      {filter !== "open" ? (
        <button type="button" class="quiet" onClick={onOpen}>
          {WORDS.showOpen}
        </button>
      ) : (
        <p class="acts">
          <a class="button quiet" href={isViewer ? `/?${EDIT_MARKER}` : "/_editor/edit"}>
            {WORDS.toDraft}
          </a>
        </p>
      )}
    </div>
  );
}

function Rows({ items, filter, onOpen, ...shown }: RowsProps): JSX.Element {
  const isViewer = shown.remarking.isViewer === true;
  if (items.length === 0 && !shown.namesPage && filter === "open") return <></>;
  if (items.length === 0) return <Nothing {...{ filter, isViewer, onOpen }} />;
  return (
    <ul class="rows">
      {items.map((remark) => (
        <Thread key={remark.remark} remark={remark} {...shown} />
      ))}
    </ul>
  );
}

interface FiltersProps {
  readonly filter: Filter;
  readonly onChoose: (filter: Filter) => void;
}

const Filters = ({ filter, onChoose }: FiltersProps): JSX.Element => (
  <div class="remark-filters" role="group">
    {FILTERS.map((one) => (
      <button key={one} type="button" class="quiet" aria-pressed={filter === one} onClick={() => onChoose(one)}>
        {WORDS[one]}
      </button>
    ))}
  </div>
);

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
      <Filters filter={filter} onChoose={setFilter} />
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
          onOpen={() => setFilter("open")}
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
