import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { FilePickerProps } from "./FilePicker.tsx";
import type { LinkPickerProps } from "./LinkPicker.tsx";
import type * as Pickers from "./pickers.ts";

let pickers: typeof Pickers | undefined;

/** Loads the pickers' script once. The canvas calls it early, so that pickers also open offline. */
export async function loadPickers(): Promise<typeof Pickers | undefined> {
  pickers ??= await import("./pickers.ts").catch(() => undefined);
  return pickers;
}

/** A picker that loads its script when it opens. If that fails, it closes, so that the next click tries again. */
function later<Props extends { readonly onClose: () => void }>(choose: (all: typeof Pickers) => ComponentType<Props>) {
  return function Later(props: Props): JSX.Element | null {
    const [all, put] = useState(pickers);
    useEffect(() => {
      if (!all) void loadPickers().then((loaded) => (loaded ? put(loaded) : props.onClose()));
    }, []);
    const Picker = all && choose(all);
    return Picker ? <Picker {...props} /> : null;
  };
}

export const FilePicker = later<FilePickerProps>((all) => all.FilePicker);
export const LinkPicker = later<LinkPickerProps>((all) => all.LinkPicker);
