/** Words of remarks. Browsers load them with the list of remarks, and the canvas with the first one. */
import type { Translated } from "../../shape/translated.ts";

export const REMARKS = {
  lead: "Members and guests of a share link say here what they think about the draft. Visitors never see it.",
  open: "Open",
  resolved: "Resolved",
  mine: "To me",
  none: "No remark waits. Select a section of a page and choose “Remark”.",
  noneResolved: "No remark is resolved yet.",
  noneMine: "No open remark mentions you.",
  more: "Show earlier ones",
  quote: "About",
  gone: {
    text_gone: "This text is no longer there.",
    section_gone: "This section is no longer there.",
    page_gone: "This page is no longer there.",
  },
  guest: "guest",
  answer: "Answer",
  answerWords: "Your answer",
  resolve: "Resolve",
  reopen: "Open again",
  remove: "Remove",
  removeAsk: "Remove this remark and all its answers?",
  mention: "Who gets a letter about it",
  mentioned: "mentions {names}",
  add: "Remark",
  words: "What do you want to say?",
  loading: "Loading…",
  show: "Show in the page",
  panel: "Remarks on this page",
  close: "Close the remarks",
  made: "The remark is made.",
  answered: "Your answer is there.",
  settled: "Saved.",
  removed: "The remark is removed.",
  resolvedBy: "Resolved by",
  /** Words for the actor who resolves the remarks of pages that are gone. */
  system: "the system",
  onPage: "on {page}",
  number: "Remark {n}",
  key: "Alt+M opens them.",
} as const;

export type RemarkWords = Translated<typeof REMARKS>;
