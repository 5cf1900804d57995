import type { Translated } from "../shape/translated.ts";

/** Words of the page that brings entries in from a file. Only its script loads them. */
export const IMPORTING = {
  /** Stands between a name and what is said of it. */
  colon: ": ",
  file: "Choose a CSV file",
  fileHelp: "A spreadsheet writes one with “Save as” or “Download as CSV”. At most {rows} rows are read.",
  paste: "or paste rows, the first with the names of the columns",
  read: "Read these rows",
  reading: "Reading the file and the entries …",
  tooLarge: "The file has {size}. At most {most} are read.",
  empty: "There are no rows below the names of the columns.",
  openQuote: "From line {line} on, nothing could be read: a quotation mark there is never closed.",
  beyond: {
    one: "1 row is beyond the first {most} and is not read. Bring it in with another file.",
    other: "{n} rows are beyond the first {most} and are not read. Bring them in with another file.",
  },
  encoded: "The file is read as {encoding}.",
  separators: { ",": "commas", ";": "semicolons", "\t": "tabs" },
  separated: "Its cells are separated by {separator}.",
  zoned: "Times without a zone are read in the zone of this site: {zone}.",

  columns: "What the columns are",
  columnsHelp: "A column that is not used changes nothing.",
  notUsed: "Not used",
  repeated: "The name “{name}” stands there twice. The second column is not used.",
  members: {
    id: "Id",
    title: "Title",
    path: "Address",
    description: "Description",
    date: "Date",
    held: "Held back",
  },
  holdNew: "Hold new entries back from publications",

  missingPages: "Pages that rows name and the site lacks",
  createPages: { one: "Create this page", other: "Create these {n} pages" },

  preview: "What would happen",
  counts: {
    new: { one: "1 new entry", other: "{n} new entries" },
    changed: { one: "1 entry changes", other: "{n} entries change" },
    same: { one: "1 stays the same", other: "{n} stay the same" },
    faulty: { one: "1 row has an error", other: "{n} rows have errors" },
  },
  states: { new: "New", changed: "Changes", same: "The same", faulty: "Error" },
  line: "Line {n}",
  change: "{title}: {before} → {after}",
  nothing: "nothing",
  more: { one: "1 more row", other: "{n} more rows" },
  apply: { one: "Bring in 1 row", other: "Bring in {n} rows" },
  skips: "Rows with errors are left out.",
  nothingToDo: "There is nothing to bring in.",

  faults: {
    number: "“{found}” is no number.",
    ambiguousNumber: "“{found}” may be thousands or decimals. Write 1234 or 1.234 with a full stop for decimals.",
    boolean: "“{found}” is neither yes nor no.",
    date: "“{found}” is no day. Write it like 2027-05-31.",
    ambiguousDate: "“{found}” may be two different days. Write it like 2027-05-31.",
    moment: "“{found}” is no moment. Write it with its zone, like 2027-05-31T19:00:00Z.",
    skippedMoment: "“{found}” is skipped, because clocks here go forward then. Write another time.",
    choice: "“{found}” is none of the choices.",
    unknownPage: "No page is called “{found}”.",
    severalPages: "Several pages are called “{found}”. Write the address of one.",
    data: "“{found}” is not readable as JSON.",
    control: "It has a character that cannot be stored.",
    missing: "It must not be empty.",
    moved: "An address is changed in the editor, because old links need a redirect.",
    twice: "An earlier row is about the same entry, {found}.",
    tooManyCells: "The row has {found} cells, more than there are columns.",
    refused: "{found}",
  },

  working: "{done} of {all} rows are done.",
  receipt: "Done",
  broughtIn: { one: "1 row is brought in.", other: "{n} rows are brought in." },
  leftOut: { one: "1 row was not accepted:", other: "{n} rows were not accepted:" },
  stopped: "The rest was not brought in.",
  undo: "Undo this",
  undone: "Everything is as it was.",
  again: "Bring in another file",
  list: "All entries",
};

export type ImportingWords = Translated<typeof IMPORTING>;
