import { signal } from "@preact/signals";

/** Counts events that move sections in the frame, such as scrolling. Overlays redraw when it changes. */
export const moves = signal(0);
