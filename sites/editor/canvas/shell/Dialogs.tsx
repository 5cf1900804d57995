import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { loadPickers } from "../../pickers/later.tsx";
import { loadClipboardSection } from "../studio/clipboard.ts";
import type { AllDialogs } from "./AllDialogs.tsx";
import type { Studio } from "../studio/studio.ts";

/**
 * The dialogs over the page. Their script, the pickers' script and the one for pasted sections load right after the
 * first paint. So they work at once, and also offline. A failed load is tried again when a dialog opens.
 */
export function Dialogs({ studio }: { readonly studio: Studio }): JSX.Element | null {
  const [loaded, put] = useState<{ readonly All: typeof AllDialogs }>();
  const isOpen = studio.inserting.value !== null || studio.moving.value !== null || studio.finding.value;
  useEffect(() => {
    if (loaded) return;
    void loadPickers();
    void loadClipboardSection();
    import("./AllDialogs.tsx").then(
      ({ AllDialogs: All }) => put({ All }),
      () => undefined,
    );
  }, [isOpen]);
  return loaded ? <loaded.All studio={studio} /> : null;
}
