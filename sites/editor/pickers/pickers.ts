/** The pickers that open over a form, and the toolbar of formatted texts, as one lazy script, loaded by `later.tsx`. */
export { RichToolbar } from "../rich/RichToolbar.tsx";
export { EntriesChooser } from "./EntriesChooser.tsx";
export { FilePicker } from "./FilePicker.tsx";
export { LinkPicker } from "./LinkPicker.tsx";
