/** Brings entries in from a file: choose it, say what its columns are, look at every row, and send. */
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { IMPORT_FILE_MAX_BYTES, IMPORT_ROWS_MAX } from "../../../manifests/bounds/editor.ts";
import { sizeOf } from "../../../manifests/bytes/sizeOf.ts";
import { type CsvTable, readCsv } from "../../../manifests/shapes/csvReader.ts";
import type { PageEdit } from "../../../runtime/editing/operations/backEdits.ts";
import { say } from "../../words/shape/say.ts";
import { issueWords } from "../fields/faults.ts";
import { guessedMapping, type Mapping, repeated } from "../../moving/rows/columns.ts";
import { type Encoding, fileText, isFileTooLarge } from "../../moving/rows/fileText.ts";
import { meantAt } from "../looks/zonedTime.ts";
import { todayHere } from "../api/today.ts";
import { MappingForm } from "./MappingForm.tsx";
import { Missing } from "./Missing.tsx";
import { missingPages } from "../../moving/rows/missing.ts";
import { planRows } from "../../moving/rows/rowPlan.ts";
import { Preview } from "./Preview.tsx";
import { type ComparedWith, readCompared } from "../../moving/rows/compared.ts";
import { Receipt } from "./Receipt.tsx";
import { type Sent, sendRows } from "../../moving/rows/sending.ts";
import type { Importing } from "./importing.ts";

interface Opened {
  readonly table: CsvTable;
  readonly encoding: Encoding | null;
  readonly compared: ComparedWith;
}

type Step =
  | { readonly is: "choosing"; readonly note: string }
  | { readonly is: "reading" }
  | {
      readonly is: "looking";
      readonly opened: Opened;
      readonly mapping: Mapping;
      readonly holdsNew: boolean;
      readonly made: readonly PageEdit[];
      readonly note?: string;
    }
  | { readonly is: "sending"; readonly done: number; readonly all: number }
  | { readonly is: "receipt"; readonly sent: Sent; readonly made: readonly PageEdit[] };

const CHOOSING: Step = { is: "choosing", note: "" };

interface ScreenProps {
  readonly importing: Importing;
  /** A file that is chosen already. */
  readonly file?: File;
}

export function Screen({ importing, file }: ScreenProps): JSX.Element {
  const { words } = importing;
  const [step, setStep] = useState<Step>(CHOOSING);
  const open = async (text: string, encoding: Encoding | null): Promise<void> => {
    setStep({ is: "reading" });
    setStep(await opened(importing, text, encoding));
  };
  const take = async (file: File): Promise<void> => {
    const sizes = { size: sizeOf(file.size), most: sizeOf(IMPORT_FILE_MAX_BYTES) };
    if (isFileTooLarge(file.size)) return setStep({ is: "choosing", note: say(words.tooLarge, sizes) });
    const read = fileText(new Uint8Array(await file.arrayBuffer()));
    return open(read.text, read.encoding);
  };
  useEffect(() => {
    if (file) void take(file);
  }, [file]);
  switch (step.is) {
    case "choosing":
      return <Choosing {...{ importing, take, note: step.note }} onPaste={(text) => void open(text, null)} />;
    case "reading":
      return <p role="status">{words.reading}</p>;
    case "looking":
      return <Looking {...{ importing, step, setStep }} />;
    case "sending":
      return <p role="status">{say(words.working, { done: step.done, all: step.all })}</p>;
    case "receipt":
      return <Receipt {...{ importing, sent: step.sent, made: step.made }} onAgain={() => setStep(CHOOSING)} />;
  }
}

async function opened(importing: Importing, text: string, encoding: Encoding | null): Promise<Step> {
  const table = readCsv(text, IMPORT_ROWS_MAX + 1);
  if (table.rows.length < 2 && table.openAt === null) return { is: "choosing", note: importing.words.empty };
  const compared = await readCompared(importing.powers, importing.type);
  if (!compared.ok) return { is: "choosing", note: importing.explain(compared.error) };
  const mapping = guessedMapping(table.rows[0]?.cells ?? [], compared.value.fields);
  return { is: "looking", opened: { table, encoding, compared: compared.value }, mapping, holdsNew: false, made: [] };
}

interface ChoosingProps {
  readonly importing: Importing;
  readonly note: string;
  readonly take: (file: File) => Promise<void>;
  readonly onPaste: (text: string) => void;
}

function Choosing({ importing: { words }, note, take, onPaste }: ChoosingProps): JSX.Element {
  const [text, setText] = useState("");
  return (
    <div class="work narrow">
      <section>
        {note !== "" && (
          <p class="alert" role="alert">
            {note}
          </p>
        )}
        <p class="field">
          <label for="import-file">{words.file}</label>
          <input
            id="import-file"
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
            aria-describedby="import-help"
            onChange={({ currentTarget: { files } }) => files?.[0] && void take(files[0])}
          />
          <span class="help" id="import-help">
            {say(words.fileHelp, { rows: IMPORT_ROWS_MAX })}
          </span>
        </p>
        <p class="field">
          <label for="import-rows">{words.paste}</label>
          <textarea
            id="import-rows"
            rows={6}
            dir="auto"
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </p>
        <button type="button" class="quiet" disabled={text.trim() === ""} onClick={() => onPaste(text)}>
          {words.read}
        </button>
      </section>
    </div>
  );
}

interface LookingProps {
  readonly importing: Importing;
  readonly step: Extract<Step, { is: "looking" }>;
  readonly setStep: (step: Step) => void;
}

function Looking({ importing, step, setStep }: LookingProps): JSX.Element {
  const { words, powers } = importing;
  const { opened, mapping, holdsNew, made } = step;
  const { table, compared } = opened;
  const [head, ...rows] = table.rows;
  const planned = useMemo(
    () =>
      planRows(
        {
          ...compared,
          mapping,
          holdsNew,
          localTime: (shown) => meantAt(shown, importing.timeZone),
          titles: words.members,
          sayIssue: (issue) => issueWords(importing.fieldWords, issue),
        },
        rows,
      ),
    [mapping, holdsNew, table, compared],
  );
  const missing = useMemo(() => missingPages(planned, compared.types, todayHere()), [planned]);
  const create = async (): Promise<void> => {
    const onProgress = (done: number): void => setStep({ is: "sending", done, all: missing.length });
    onProgress(0);
    const sent = await sendRows({ ...powers, onProgress }, missing);
    const again = await readCompared(powers, importing.type);
    const failure = sent.stopped ?? sent.refused[0]?.failure ?? (again.ok ? undefined : again.error);
    setStep({
      ...step,
      opened: again.ok ? { ...opened, compared: again.value } : opened,
      made: [...made, ...sent.done],
      ...(failure && { note: importing.explain(failure) }),
    });
  };
  const apply = async (): Promise<void> => {
    const wanted = planned.filter(({ edit }) => edit !== undefined);
    const onProgress = (done: number): void => setStep({ is: "sending", done, all: wanted.length });
    onProgress(0);
    setStep({ is: "receipt", made, sent: await sendRows({ ...powers, onProgress }, wanted) });
  };
  const begin = (): void => void apply();
  return (
    <>
      <FileNotes {...{ importing, opened }} />
      <MappingForm
        {...{ importing, mapping, holdsNew, fields: compared.fields, header: head?.cells ?? [] }}
        sample={rows[0]?.cells ?? []}
        onMap={(next) => setStep({ ...step, mapping: next })}
        onHold={(next) => setStep({ ...step, holdsNew: next })}
      />
      {step.note !== undefined && (
        <p class="alert" role="alert">
          {step.note}
        </p>
      )}
      {missing.length > 0 && <Missing {...{ importing, missing }} onCreate={() => void create()} />}
      <Preview {...{ importing, planned }} onApply={begin} />
    </>
  );
}

const ENCODED: Readonly<Record<Encoding, string>> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252",
};

function FileNotes({
  importing: { words, timeZone },
  opened,
}: {
  readonly importing: Importing;
  readonly opened: Opened;
}) {
  const { table, encoding, compared } = opened;
  const hasMoments = compared.fields.some(({ kind }) => kind === "dateTime");
  const notes = [
    ...(encoding === null ? [] : [say(words.encoded, { encoding: ENCODED[encoding] })]),
    say(words.separated, { separator: words.separators[table.separator] }),
    ...(hasMoments ? [say(words.zoned, { zone: timeZone })] : []),
  ];
  const warnings = [
    ...repeated(table.rows[0]?.cells ?? []).map((name) => say(words.repeated, { name })),
    ...(table.beyond > 0 ? [say(words.beyond, { n: table.beyond, most: IMPORT_ROWS_MAX })] : []),
    ...(table.openAt === null ? [] : [say(words.openQuote, { line: table.openAt })]),
  ];
  return (
    <div>
      <p class="facts">{notes.join(" ")}</p>
      {warnings.map((one) => (
        <p class="warning" key={one}>
          {one}
        </p>
      ))}
    </div>
  );
}
