/** The pickers over a form and in it, and the toolbar of formatted texts, as one lazy script, loaded by `later.tsx`. */
export { RichToolbar } from "../rich/RichToolbar.tsx";
export { RichAsking } from "./RichAsking.tsx";
export { DirectiveTools } from "./DirectiveTools.tsx";
export { EntriesChooser } from "./EntriesChooser.tsx";
export { FilePicker } from "./FilePicker.tsx";
export { FocalPoint } from "./FocalPoint.tsx";
export { LinkPicker } from "./LinkPicker.tsx";
