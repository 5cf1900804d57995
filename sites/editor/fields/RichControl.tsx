import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { mergedText } from "../../../runtime/editing/operations/mergedText.ts";
import { RichAsking, DirectiveTools, RichToolbar } from "../pickers/later.tsx";
import { useFocusAfter } from "../drawing/useModal.ts";
import { noticeText } from "../rich/noticeText.ts";
import type { RichAsked, RichState, RichText } from "../rich/model/rich.ts";
import { uploadedPicture } from "../pickers/uploadedPicture.ts";
import { type ControlProps, type FormContext, describedControl } from "./control.ts";

/** Formatted text in the panel. The first click loads its editor, because the script is large. */
export function RichControl(props: ControlProps): JSX.Element {
  const { value, context, label, id } = props;
  const { words } = context;
  const text = typeof value === "string" ? value : "";
  const [phase, setPhase] = useState<"closed" | "loading" | "open" | "broken">("closed");
  if (phase === "open" || phase === "loading")
    return <OpenRich {...props} onDone={() => setPhase("closed")} onBroken={() => setPhase("broken")} />;
  if (phase === "broken") {
    return (
      <>
        <p class="note">{words.rich.notLoaded}</p>
        <textarea
          {...describedControl(props)}
          rows={8}
          value={text}
          onInput={({ currentTarget }) => props.onChange(currentTarget.value)}
        />
      </>
    );
  }
  return (
    <button type="button" class="rich-closed" id={id} onClick={() => setPhase("loading")}>
      <span class="unseen">
        {text === "" ? `${label}${words.colon}` : `${label}${words.colon}${words.rich.write}. `}
      </span>
      {text === "" ? <span class="note">{words.rich.write}</span> : text}
    </button>
  );
}

interface OpenProps extends ControlProps {
  readonly onDone: () => void;
  readonly onBroken: () => void;
}

/** Opens the text in `place`, and shows there what another member changes in it. */
function useRichText(
  { value, onChange, context: { services }, label, onDone, onBroken }: OpenProps,
  onAsk: (asked: RichAsked) => void,
) {
  const place = useRef<HTMLDivElement>(null);
  const [rich, setRich] = useState<RichText | null>(null);
  const [state, setState] = useState<RichState | null>(null);
  const reported = useRef(typeof value === "string" ? value : "");
  const change = useRef(onChange);
  change.current = onChange;
  const latest = useRef(reported.current);
  latest.current = typeof value === "string" ? value : "";
  useEffect(() => {
    if (latest.current !== reported.current && rich?.show(latest.current)) reported.current = latest.current;
  }, [latest.current, rich]);

  useEffect(() => {
    let open: RichText | undefined;
    let isGone = false;
    const begin = async (): Promise<void> => {
      const openRichText = await services.loadRichText();
      if (isGone || !place.current) return;
      open = openRichText({
        element: place.current,
        markdown: reported.current,
        label,
        onInput(markdown) {
          const seen = reported.current;
          reported.current = markdown;
          change.current(latest.current === seen ? markdown : (mergedText(seen, latest.current, markdown) ?? markdown));
        },
        onLeave: onDone,
        onState: setState,
        onAsk,
        services: { upload: uploadedPicture(services) },
      });
      setRich(open);
      open.focus();
    };
    begin().catch(onBroken);
    return () => {
      isGone = true;
      open?.close();
    };
  }, []);
  return { place, rich, state };
}

function OpenRich(props: OpenProps): JSX.Element {
  const { context, id, describedBy, onDone } = props;
  const { words } = context;
  const [asked, ask] = useState<RichAsked | null>(null);
  const { place, rich, state } = useRichText(props, ask);
  const { services, Form } = context;
  useFocusAfter(asked !== null, () => rich?.focus());
  return (
    <div class="rich" id={id} aria-describedby={describedBy}>
      {rich && state && <Head {...{ rich, state, context }} onLink={() => ask("link")} />}
      <div class="rich-place" ref={place} />
      {!rich && <p class="note">{words.rich.loading}</p>}
      <p class="fault" role="status">
        {noticeText(words, state?.notice ?? null)}
      </p>
      <button type="button" class="quiet" onClick={onDone}>
        {words.rich.done}
      </button>
      {asked !== null && rich && state && (
        <RichAsking {...{ asked, rich, state, services, words, Form }} onEnd={() => ask(null)} />
      )}
    </div>
  );
}

interface HeadProps {
  readonly rich: RichText;
  readonly state: RichState;
  readonly context: FormContext;
  readonly onLink: () => void;
}

const Head = ({ rich, state, context: { words, services, Form }, onLink }: HeadProps): JSX.Element =>
  state.mode === "rich" ? (
    <RichToolbar
      commands={rich.commands}
      {...{ state, words, onLink }}
      more={<DirectiveTools commands={rich.commands} {...{ state, words, services, Form }} />}
    />
  ) : (
    <p class="note">{words.rich.source}</p>
  );
