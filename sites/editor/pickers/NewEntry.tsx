import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { FieldWords } from "../../words/en/fields.ts";
import { say } from "../../words/shape/say.ts";
import { failureText } from "../api/failure.ts";
import type { EntryTypeView, FieldServices } from "../api/fieldServices.ts";
import { newEntry } from "../../moving/rows/newEntry.ts";
import { todayHere } from "../api/today.ts";
import { SCRIPT } from "../document/words.ts";

interface NewEntryProps {
  /** The content type of the entry. */
  readonly of: string;
  readonly title: string;
  readonly services: FieldServices;
  readonly words: FieldWords;
  readonly onPick: (link: string) => void;
}

/** Offers to create an entry of this title, and chooses it. Without the right to create pages, the site says so. */
export function NewEntry({ of, title, services, words, onPick }: NewEntryProps): JSX.Element | null {
  const [type, setType] = useState<EntryTypeView>();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState("");
  useEffect(() => {
    void services.contentTypes().then((types) => setType(types.find((one) => one.type === of)));
  }, [of]);
  if (!type) return null;
  const create = async (): Promise<void> => {
    setBusy(true);
    const made = await services.createPage(newEntry(await services.templated(type), title, todayHere()));
    setBusy(false);
    if (made.ok) onPick(`page:${made.value.body.page}`);
    else setFault(failureText(SCRIPT, made.error));
  };
  return (
    <>
      <button type="button" disabled={isBusy} onClick={() => void create()}>
        <bdi>{say(words.link.newEntry, { type: type.title, title })}</bdi>
      </button>
      <p class="fault" role="alert">
        {fault}
      </p>
    </>
  );
}
