import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { FilePickerProps } from "./FilePicker.tsx";
import type { LinkPickerProps } from "./LinkPicker.tsx";
import type * as Pickers from "./pickers.ts";

let pickers: typeof Pickers | undefined;

/** Nobody waits for the pickers' script at the start; asked for early, it is there when the network has gone. */
export async function loadPickers(): Promise<typeof Pickers | undefined> {
  pickers ??= await import("./pickers.ts").catch(() => undefined);
  return pickers;
}

/** A picker that closes again if its script does not come, so that the next click tries once more. */
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
