/**
 * Every word the editor shows, in one table: another language is another table of this shape. `{name}` stands for a
 * value; where a number decides the form, `n` is it.
 */
import type { RefusalCode } from "../../../manifests/refusals/refusal.ts";

interface Counted {
  readonly one: string;
  readonly other: string;
}

const REFUSED: Partial<Record<RefusalCode, string>> = {
  CONFLICT: "This does not go with what is there now.",
  FORBIDDEN: "Your role does not allow this.",
  IDEMPOTENCY_KEY_MISSING: "This form came without its number. Send it again.",
  IDEMPOTENCY_KEY_REUSED: "This form was sent before, with something else in it. Send it again.",
  INVALID_REQUEST: "Something in this form has to be mended.",
  NOT_FOUND: "There is nothing here. Somebody may have removed it.",
  ORIGIN_MISMATCH: "This form did not come from this site.",
  RATE_LIMITED: "That was too much at once. Wait a moment and send it again.",
  STALE_VERSION:
    "Somebody changed this meanwhile. What you wrote is still here: send it again to put it in place of what is there now.",
  TENANT_READ_ONLY: "This site is read-only at the moment.",
  TENANT_SUSPENDED: "This site is not available at the moment.",
  TOO_SLOW: "This took too long to arrive. Send it again.",
  TOO_LARGE: "This is larger than what is taken here.",
  UNAUTHENTICATED: "Log in first.",
  UNSUPPORTED_MEDIA_TYPE: "This file is not one that is taken here.",
  WORKSPACE_FULL: "There is no room left here. Delete what is not needed any more, then publish.",
  VERSION_REQUIRED: "This form came without the version it builds on. Send it again.",
};

/** Words for the script, which the page passes to it. */
const SCRIPT = {
  lost: "The connection broke off.",
  again: "Try again",
  waiting: "waiting",
  stored: "Stored",
  known: "Was here before",
  sending: "Sending {name}",
  done: { one: "1 file is stored.", other: "{n} files are stored." },
  failed: { one: "1 file was not taken.", other: "{n} files were not taken." },
  found: "Found: {found}. Taken: {allowed}.",
  most: "At most {most}.",
  needs: "It needs the permission {permission}.",
  refused: REFUSED,
  broken: "Something broke on our side.",
};

export const WORDS = {
  /** The language of this table. */
  language: "en",

  media: "Media",
  forms: "Forms",
  draft: "Draft",
  site: "Site",
  areas: "Editor",
  skip: "Skip to the content",
  login: "Log in",
  logout: "Log out",
  loginElsewhere: "Log in in another tab",
  sendAgain: "Send what I wrote again",
  back: "All media",
  keep: "Keep it",

  unpublished: {
    one: "1 document of the draft is not published.",
    other: "{n} documents of the draft are not published.",
  },
  preview: "Look at the draft",
  publish: "Publish the draft",
  published: "Published. Visitors see it within a moment.",

  uploadTitle: "Add files",
  upload: "Upload",
  choose: "Files from this computer",
  drop: "or drop them here",
  uploadHelp: "A file is taken for what its bytes say, whatever it is called.",
  uploadMost: "All of them together have at most {most}.",
  chooseFirst: "Choose a file first.",
  uploaded: { one: "1 file is stored.", other: "{n} files are stored." },
  outcomes: "What became of each file",

  search: "Search",
  searchFor: "Name or description",
  clear: "Show all",
  none: "There are no files yet.",
  noneFound: "No file has “{text}” in its name or description.",
  files: "Files",
  older: "Older files",
  newest: "Newest files",
  used: { one: "used in 1 document", other: "used in {n} documents" },
  unused: "not used",
  undescribed: "No description yet",

  facts: "About this file",
  type: "Type",
  size: "Size",
  sides: "Dimensions",
  added: "Added",
  address: "Address",
  open: "Open the file",

  describeTitle: "Describe it",
  name: "Name",
  alt: "Description",
  altHelp: "For people who do not see it. Pages begin with this text and may have another.",
  focal: "Focal point",
  focalHelp: "Stays in sight where a page crops the picture. Leave both empty for the middle.",
  focalClick: "Click the picture to set it.",
  across: "From the left, in percent",
  down: "From the top, in percent",
  crops: "How it is cropped",
  save: "Save",
  saved: "Saved.",
  storedNow: "There now: “{alt}”, version {version}.",

  usesTitle: "Where it is used",
  inDraft: "in the draft",
  inPublished: "published",
  usesMore: { one: "and in 1 more document", other: "and in {n} more documents" },

  placeTitle: "Put it on a page",
  place: "Put it there",
  gallery: "Gallery",
  galleryOption: "{title} ({path}): {type}, {n} of {most}",
  galleryOpen: "{title} ({path}): {type}, {n}",
  full: "full",
  noGallery: "No page of the draft has a section with a list of pictures.",
  moreGalleries: "Look on more pages",
  placed: "It is in the draft now. Visitors see it when the draft is published.",

  removeTitle: "Remove it",
  remove: "Remove this file",
  removeHelp: "It goes from this list. Releases that still show it keep it.",
  removeUsed: {
    one: "1 document uses this file and would show a gap in its place.",
    other: "{n} documents use this file and would show a gap in its place.",
  },
  removeAnyway: "Remove it all the same",
  removed: "Removed.",

  nothingSent: "No visitor has sent a form yet.",
  standsOn: "on",
  pageGone: "its page is gone",
  submissionsTitle: "Submissions",
  submissions: { one: "1 submission", other: "{n} submissions" },
  unread: { one: "1 unread", other: "{n} unread" },
  latest: "last one at",
  allForms: "All forms",
  export: "Export all of them as CSV",

  show: "Show",
  showAll: "All ({n})",
  showUnread: "Unread ({n})",
  searchSent: "Find in answers",
  noneSent: "Nothing that was sent with this form is here.",
  noneUnread: "Everything is read.",
  searchOver: "This browser has the words of that search no more. Search again.",
  noneSentFound: "Nothing that was looked through has “{text}” in an answer.",
  olderSent: "Older submissions",
  newestSent: "Newest submissions",
  lookFurther: "Look through older ones",

  isUnread: "Unread",
  noAnswers: "Every question was left empty.",
  yes: "Yes",
  no: "No",
  allOfIt: "All {n} characters",
  expires: "Deleted by itself at",
  markRead: "Mark as read",
  markUnread: "Mark as unread",
  markedRead: "Marked as read.",
  markedUnread: "Marked as unread.",
  deleteIt: "Delete",
  deleteAsked: "Delete this submission and the files that came with it? Nobody can bring them back.",
  deleteAnyway: "Delete for good",
  deleted: "Deleted.",

  download: "Download",
  accept: "Add to media",
  accepted: "It is among the media now, where everybody can be shown it.",
  isAccepted: "Among the media",
  rejectIt: "Delete the file",
  rejectAsked: "Delete this file? Nobody can bring it back. The answers stay.",
  rejectAnyway: "Delete the file for good",
  rejected: "The file is deleted.",
  isGone: "Deleted",

  refusals: REFUSED,
  script: SCRIPT,
} as const;

export type ScriptWords = typeof SCRIPT;

type Values = Readonly<Record<string, string | number>>;

/** A word of the table with its values. */
export function say(word: string | Counted, values: Values = {}): string {
  const text = typeof word === "string" ? word : values["n"] === 1 ? word.one : word.other;
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
