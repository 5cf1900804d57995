import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { FieldWords } from "../../words/en/fields.ts";
import { say } from "../../words/shape/say.ts";
import { Dialog } from "../drawing/Dialog.tsx";
import { HEADINGS, type RichCommands, type RichText } from "../rich/model/rich.ts";
import { DirectiveDialog, type DirectiveToolsProps, type Filled, filledOf, useOffers } from "./DirectiveTools.tsx";

interface Choice {
  readonly title: string;
  readonly run: () => void;
}

const BLOCKS = ["bullets", "numbers", "quote", "table"] as const;

const blockChoices = (commands: RichCommands, { rich }: FieldWords): Choice[] => [
  ...HEADINGS.map((n) => ({ title: say(rich.heading, { n }), run: () => commands.heading(n) })),
  ...BLOCKS.map((name) => ({ title: rich[name], run: () => commands[name]() })),
  { title: rich.code, run: () => commands.codeBlock() },
];

export interface SlashMenuProps extends Pick<DirectiveToolsProps, "words" | "services" | "Form"> {
  readonly rich: RichText;
  /** Closes the menu, and then runs what the member chose. */
  readonly onEnd: (run?: () => void) => void;
}

/** Everything that can stand in a text, to find by its name: blocks of text, and the directives of plugins. */
export function SlashMenu(props: SlashMenuProps): JSX.Element {
  const { rich, words, services, onEnd } = props;
  const { commands } = rich;
  const offers = useOffers(services);
  const [text, setText] = useState("");
  const [filled, fill] = useState<Filled | null>(null);
  /** True once the member has pressed Enter. Parts of plugins may be offered only later. */
  const [isChosen, choose] = useState(false);
  const wanted = text.trim().toLocaleLowerCase();
  const choices: readonly Choice[] = [
    ...blockChoices(commands, words).map(({ title, run }) => ({ title, run: () => onEnd(run) })),
    ...offers.map((offer) => ({ title: offer.title, run: () => fill(filledOf(offer)) })),
  ].filter(({ title }) => title.toLocaleLowerCase().includes(wanted));
  const [first] = choices;
  useEffect(() => {
    if (isChosen && first && !filled) first.run();
  }, [isChosen, first === undefined]);
  if (filled) {
    return (
      <DirectiveDialog
        {...props}
        filled={filled}
        onChange={fill}
        onDone={(markdown) => onEnd(markdown === null ? undefined : () => commands.insert(markdown))}
      />
    );
  }
  return (
    <Choices
      {...{ text, choices, words }}
      onFind={(wish) => {
        setText(wish);
        choose(false);
      }}
      onEnter={() => choose(true)}
      onCancel={() => onEnd()}
    />
  );
}

interface ChoicesProps {
  readonly text: string;
  readonly choices: readonly Choice[];
  readonly words: FieldWords;
  readonly onFind: (text: string) => void;
  readonly onEnter: () => void;
  readonly onCancel: () => void;
}

const Choices = ({ text, choices, words, onFind, onEnter, onCancel }: ChoicesProps): JSX.Element => (
  <Dialog title={words.rich.insert} look="picker" onClose={onCancel}>
    <form
      class="search"
      onSubmit={(event) => {
        event.preventDefault();
        onEnter();
      }}
    >
      <label class="search">
        <span>{words.rich.find}</span>
        <input type="search" value={text} onInput={({ currentTarget }) => onFind(currentTarget.value)} />
      </label>
    </form>
    <p class="note" role="status">
      {choices.length === 0 ? say(words.rich.noneFound, { text }) : ""}
    </p>
    <ul class="targets">
      {choices.map(({ title, run }) => (
        <li key={title}>
          <button type="button" onClick={run}>
            <bdi>{title}</bdi>
          </button>
        </li>
      ))}
    </ul>
    <div class="buttons">
      <button type="button" class="quiet" onClick={onCancel}>
        {words.link.cancel}
      </button>
    </div>
  </Dialog>
);
