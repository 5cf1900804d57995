/** The choosers that open over a form: one script, which `later.tsx` brings. */
export { FilePicker } from "./FilePicker.tsx";
export { LinkPicker } from "./LinkPicker.tsx";
