import { signal } from "@preact/signals";

/** Counts what moves sections in the frame, such as scrolling: what is drawn over them follows. */
export const moves = signal(0);
