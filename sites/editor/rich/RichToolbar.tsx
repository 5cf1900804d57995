import type { JSX } from "preact";
import type { FieldWords } from "../../words/en/fields.ts";
import { say } from "../../words/shape/say.ts";
import { RichIcon } from "./icons.tsx";
import { type RichCommands, type RichState, HEADINGS } from "./model/rich.ts";

export interface RichToolbarProps {
  readonly state: RichState;
  readonly commands: RichCommands;
  readonly words: FieldWords;
  /** The tools of plugins. */
  readonly more?: JSX.Element;
  /** Opens the link dialog, which then calls `commands.link`. */
  readonly onLink: () => void;
}

interface Tool {
  readonly word:
    | "strong"
    | "em"
    | "strike"
    | "inlineCode"
    | "bullets"
    | "numbers"
    | "quote"
    | "table"
    | "undo"
    | "redo";
  readonly face: JSX.Element;
  readonly run: (commands: RichCommands) => void;
  readonly isOn?: (state: RichState) => boolean;
  readonly isOff?: (state: RichState) => boolean;
}

const TOOLS: readonly Tool[] = [
  { word: "strong", face: <b>B</b>, run: (commands) => commands.strong(), isOn: ({ active }) => active.strong },
  { word: "em", face: <i>I</i>, run: (commands) => commands.em(), isOn: ({ active }) => active.em },
  { word: "strike", face: <s>S</s>, run: (commands) => commands.strike(), isOn: ({ active }) => active.strike },
  {
    word: "inlineCode",
    face: <code>{"<>"}</code>,
    run: (commands) => commands.code(),
    isOn: ({ active }) => active.code,
  },
];

const BLOCK_TOOLS: readonly Tool[] = [
  {
    word: "bullets",
    face: <RichIcon name="bullets" />,
    run: (commands) => commands.bullets(),
    isOn: ({ active }) => active.bullets,
  },
  {
    word: "numbers",
    face: <RichIcon name="numbers" />,
    run: (commands) => commands.numbers(),
    isOn: ({ active }) => active.numbers,
  },
  {
    word: "quote",
    face: <RichIcon name="quote" />,
    run: (commands) => commands.quote(),
    isOn: ({ active }) => active.quote,
  },
  {
    word: "table",
    face: <RichIcon name="table" />,
    run: (commands) => commands.table(),
    isOff: ({ isInTable }) => isInTable,
  },
  {
    word: "undo",
    face: <RichIcon name="undo" />,
    run: (commands) => commands.undo(),
    isOff: ({ canUndo }) => !canUndo,
  },
  {
    word: "redo",
    face: <RichIcon name="redo" />,
    run: (commands) => commands.redo(),
    isOff: ({ canRedo }) => !canRedo,
  },
];

const TABLE_TOOLS = [
  ["rowBelow", "addRow"],
  ["columnAfter", "addColumn"],
  ["deleteRow", "deleteRow"],
  ["deleteColumn", "deleteColumn"],
] as const;

const CODE = "code";

/** The buttons for a formatted text. A mouse press does not focus them, so that the text keeps its selection. */
export function RichToolbar(props: RichToolbarProps): JSX.Element {
  const { state, words, onLink, more } = props;
  const { rich } = words;
  return (
    <div
      class="rich-toolbar"
      role="toolbar"
      aria-label={rich.toolbar}
      onMouseDown={(event) => {
        if (!(event.target instanceof HTMLSelectElement)) event.preventDefault();
      }}
    >
      <BlockKind {...props} />
      {TOOLS.map((tool) => (
        <ToolButton key={tool.word} {...props} tool={tool} />
      ))}
      <button
        type="button"
        class="icon"
        aria-label={rich.link}
        title={rich.link}
        aria-pressed={state.href === null ? "false" : "true"}
        onClick={onLink}
      >
        <RichIcon name="link" />
      </button>
      {BLOCK_TOOLS.map((tool) => (
        <ToolButton key={tool.word} {...props} tool={tool} />
      ))}
      {more}
      {state.isInTable && <TableTools {...props} />}
    </div>
  );
}

function BlockKind({ state, commands, words: { rich } }: RichToolbarProps): JSX.Element {
  const isHeading = state.block === "heading";
  const levels = [...new Set([...HEADINGS, ...(isHeading ? [state.level] : [])])];
  const choose = (value: string): void => {
    if (value === "") commands.paragraph();
    else if (value === CODE) commands.codeBlock();
    else commands.heading(Number(value));
  };
  return (
    <select
      aria-label={rich.kind}
      value={isHeading ? String(state.level) : state.block === "code" ? CODE : ""}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    >
      <option value="">{rich.paragraph}</option>
      {levels.map((level) => (
        <option key={level} value={String(level)}>
          {say(rich.heading, { n: level })}
        </option>
      ))}
      <option value={CODE}>{rich.code}</option>
    </select>
  );
}

function ToolButton({ state, commands, words, tool }: RichToolbarProps & { readonly tool: Tool }): JSX.Element {
  const { word, face, run, isOn, isOff } = tool;
  const off = isOff?.(state) === true;
  return (
    <button
      type="button"
      class="icon"
      aria-label={words.rich[word]}
      title={words.rich[word]}
      aria-pressed={isOn ? (isOn(state) ? "true" : "false") : undefined}
      aria-disabled={off ? "true" : undefined}
      onClick={() => {
        if (!off) run(commands);
      }}
    >
      {face}
    </button>
  );
}

const TableTools = ({ commands, words: { rich } }: RichToolbarProps): JSX.Element => (
  <span class="table-tools">
    {TABLE_TOOLS.map(([word, command]) => (
      <button key={word} type="button" class="quiet" onClick={() => commands[command]()}>
        {rich[word]}
      </button>
    ))}
  </span>
);
