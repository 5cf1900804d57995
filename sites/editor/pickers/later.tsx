import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { RichAskingProps } from "./RichAsking.tsx";
import type { DirectiveToolsProps } from "./DirectiveTools.tsx";
import type { EntriesChooserProps } from "./EntriesChooser.tsx";
import type { FilePickerProps } from "./FilePicker.tsx";
import type { RichToolbarProps } from "../rich/RichToolbar.tsx";
import type { FocalPointProps } from "./FocalPoint.tsx";
import type { LinkPickerProps } from "./LinkPicker.tsx";
import type * as Pickers from "./pickers.ts";

let pickers: typeof Pickers | undefined;

/** Loads the pickers' script once. The canvas calls it early, so that pickers also open offline. */
export async function loadPickers(): Promise<typeof Pickers | undefined> {
  pickers ??= await import("./pickers.ts").catch(() => undefined);
  return pickers;
}

/** A component that loads the script when it is first shown. `failed` learns that the script could not be loaded. */
function later<Props extends object>(
  choose: (all: typeof Pickers) => ComponentType<Props>,
  failed: (props: Props) => void = () => undefined,
) {
  return function Later(props: Props): JSX.Element | null {
    const [all, put] = useState(pickers);
    useEffect(() => {
      if (!all) void loadPickers().then((loaded) => (loaded ? put(loaded) : failed(props)));
    }, []);
    const Chosen = all && choose(all);
    return Chosen ? <Chosen {...props} /> : null;
  };
}

/** Closes a picker whose script is missing, so that the next click tries again. */
const close = ({ onClose }: { readonly onClose: () => void }): void => onClose();

export const RichAsking = later<RichAskingProps>(
  (all) => all.RichAsking,
  ({ onEnd }) => onEnd(),
);
export const DirectiveTools = later<DirectiveToolsProps>((all) => all.DirectiveTools);
export const EntriesChooser = later<EntriesChooserProps>((all) => all.EntriesChooser);
export const FilePicker = later<FilePickerProps>((all) => all.FilePicker, close);
export const FocalPoint = later<FocalPointProps>((all) => all.FocalPoint);
export const LinkPicker = later<LinkPickerProps>((all) => all.LinkPicker, close);
export const RichToolbar = later<RichToolbarProps>((all) => all.RichToolbar);
