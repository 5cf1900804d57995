/** The pickers that open over a form, as one lazy script, loaded by `later.tsx`. */
export { FilePicker } from "./FilePicker.tsx";
export { LinkPicker } from "./LinkPicker.tsx";
