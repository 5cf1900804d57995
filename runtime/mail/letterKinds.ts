/** The order in which letters leave: codes, then letters that the site owes to one person, then the others. */
const TURNS = ["code", "owed", "yielding", "plugin"] as const;

/** A room holds a bounded number of waiting letters. Kinds of another room take none of it. */
type Room = "codes" | "visitors" | "members" | "owed" | "readers" | "plugins";

interface KindRow {
  readonly room: Room;
  /** Letters that visitors cause, or members as often as they like, are yielding. They leave a share of the hour to the others. */
  readonly turn: (typeof TURNS)[number];
  /** True for a letter to a person without an account. Its address and link are kept until it has left. */
  readonly isEnclosed?: true;
}

/**
 * `form`: a visitor sent a form. `address`: a member proves an address. `confirm`: a visitor is asked to confirm an
 * address. `invitation`: a person is invited. `share`: a person gets a link that shows the draft. `login`: a member logged in with a new browser. `publication`: a planned
 * publication failed. `reader`: a reader signs in. `readerInvitation`: a person gets a
 * reader's account. `review`: a member asks for a publication. `remark`: a remark mentions a member. `plugin`: a plugin
 * wrote it.
 */
const KINDS = {
  form: { room: "visitors", turn: "yielding" },
  address: { room: "codes", turn: "code" },
  confirm: { room: "visitors", turn: "yielding" },
  invitation: { room: "owed", turn: "owed", isEnclosed: true },
  share: { room: "owed", turn: "owed", isEnclosed: true },
  login: { room: "owed", turn: "owed" },
  reader: { room: "readers", turn: "yielding", isEnclosed: true },
  readerInvitation: { room: "owed", turn: "owed", isEnclosed: true },
  publication: { room: "owed", turn: "owed" },
  review: { room: "members", turn: "yielding" },
  remark: { room: "members", turn: "yielding" },
  plugin: { room: "plugins", turn: "plugin" },
} as const satisfies Readonly<Record<string, KindRow>>;

export type LetterKind = keyof typeof KINDS;

const ROWS: readonly (readonly [LetterKind, KindRow])[] = Object.entries(KINDS) as [LetterKind, KindRow][];

export const LETTER_KINDS = ROWS.map(([kind]) => kind) as [LetterKind, ...LetterKind[]];

export const isYielding = (kind: LetterKind): boolean => KINDS[kind].turn === "yielding";

/** The kinds of letters with an enclosure, as a list for SQL. */
export const ENCLOSED_KINDS = ROWS.flatMap(([kind, { isEnclosed }]) => (isEnclosed ? [`'${kind}'`] : [])).join(", ");

export const isEnclosed = (kind: LetterKind): boolean => (KINDS[kind] as KindRow).isEnclosed === true;

/** The kinds whose waiting letters share their room with this kind. */
export const roomMates = (kind: LetterKind): readonly LetterKind[] =>
  ROWS.filter(([, { room }]) => room === KINDS[kind].room).map(([mate]) => mate);

/** The place of each kind in the order in which letters leave, for SQL. */
export const TURN_OF_KIND = `CASE kind ${ROWS.map(([kind, { turn }]) => `WHEN '${kind}' THEN ${TURNS.indexOf(turn)}`).join(" ")} END`;
