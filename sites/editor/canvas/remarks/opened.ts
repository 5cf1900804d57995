import { signal, type Signal } from "@preact/signals";
import type { NewRemark } from "../../remarks/remarking.ts";

/** The place of a new remark while the remarks are open beside the page. Null while they are closed. */
export const opened: Signal<NewRemark | null> = signal(null);
