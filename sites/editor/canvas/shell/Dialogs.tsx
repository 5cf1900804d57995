import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { loadPickers } from "../../pickers/later.tsx";
import type { AllDialogs } from "./AllDialogs.tsx";
import type { Studio } from "../studio/studio.ts";

/**
 * The dialogs over the page. Their script and the pickers' script load right after the first paint, so that dialogs
 * open at once and also offline. A failed load is tried again when a dialog opens.
 */
export function Dialogs({ studio }: { readonly studio: Studio }): JSX.Element | null {
  const [loaded, put] = useState<{ readonly All: typeof AllDialogs }>();
  const isOpen = studio.inserting.value !== null || studio.moving.value !== null || studio.finding.value;
  useEffect(() => {
    if (loaded) return;
    void loadPickers();
    import("./AllDialogs.tsx").then(
      ({ AllDialogs: All }) => put({ All }),
      () => undefined,
    );
  }, [isOpen]);
  return loaded ? <loaded.All studio={studio} /> : null;
}
