import { byRole } from "../shape/byRole.ts";
import { ROLES } from "./roles.ts";
import type { Scope } from "../../../runtime/commands/scopes.ts";

const SCOPES: Readonly<Record<Scope, string>> = {
  "site:read": "read the site and its draft",
  "content:write": "change the draft",
  "content:publish": "publish",
  "plugins:use": "use what plugins offer",
};

/** Words about agents and logins, wherever they are listed. */
export const AGENTS = {
  none: "No agent acts for a member here.",
  scopes: SCOPES,
  may: "May {scopes}",
  allowed: "Allowed",
  used: "last used",
  unused: "never used",
  ends: "ends",
  end: "End it",
  endOf: "End it: the permission of {name}",
  unnamed: "An agent without a name",
} as const;

/** Words of the pages of members. */
export const PEOPLE = {
  title: "People",
  intro: "Who may work on this site, and what each of them may do.",
  list: "Members",
  roles: byRole(ROLES, "title"),
  may: byRole(ROLES, "may"),
  since: "since",
  you: "You",
  unnamed: "Member without a name",
  older: "Further members",
  newest: "First members",
  agents: "Agents of members",
  agentsIntro: "Agents are programs that act for members. An agent may never do more than its member.",
  olderAgents: "Older ones",
  newestAgents: "Newest ones",
  for: "for {name}",
  back: "All people",

  /** Words of the page of readers with an account. */
  readers: {
    title: "Readers",
    intro:
      "People with an account for pages that are not for everybody. A reader is no member: they see no draft and change nothing.",
    add: "Add a reader",
    address: "Email address",
    groups: "Groups",
    groupsHelp: "Names with commas between them, such as paid, press.",
    letter: "Send an invitation by mail",
    total: "Readers: {n}",
    none: "There is no reader yet. People who sign in at a page for readers appear here.",
    signedUp: "signed up",
    added: "added",
    seen: "last signed in",
    never: "never signed in",
    remove: "Remove",
    removeOf: "Remove the reader {name}",
    done: {
      added: "The reader is added.",
      grouped: "The groups are saved.",
      removed: "The reader is removed, with everything that was stored about them.",
    },
  },
  linkTitle: "Invite a person by a link",
  linkIntro:
    "Send the link to one person, in a message that only they read. The first person who opens it can join, with the role you choose here.",
  linkFor: "Who is it for?",
  linkForHelp: "Their name, as other members will see it. Leave out mail addresses.",
  days: "How long it is valid",
  daysHelp: "It works for one person, once.",
  dayCount: { one: "1 day", other: "{n} days" },
  makeLink: "Make the link",
  madeTitle: "Your invitation link",
  made: "Copy the link now: it is shown only once. It lets one person join as {role}, until {until}.",
  madeBefore:
    "This link was made before, and a link is shown only once. Take it back in the list, then make a new one.",
  copy: "Copy",
  copied: "Copied.",
  letterTo: "Send it to",
  letterHelp: "A mail address. The letter contains the link.",
  letter: "Send the link by mail",
  links: "Invitation links",
  noLinks: "There are no invitation links.",
  linkStates: { open: "Open", used: "Used", expired: "Expired", revoked: "Taken back" },
  linkUnnamed: "For anybody",
  madeBy: "made by {name}",
  until: "valid until",
  joined: "{name} joined",
  unlink: "Take back",
  unlinkOf: "Take back: the link for {name}",
  olderLinks: "Older links",
  newestLinks: "Newest links",

  inviteTitle: "Invite by a code",
  inviteHelp:
    "For a person who has tried to log in here and has sent you the code that they saw. The code alone lets nobody in.",
  name: "Name",
  nameHelp: "Other members see it. Leave out mail addresses.",
  code: "Their code",
  codeHelp: "Exactly as it is shown to them.",
  elsewhere: "They do not log in with {name}",
  issuer: "Where they log in",
  issuerHelp: "The https address on the page that they see.",
  role: "Role",
  invite: "Invite",

  change: "What they may do",
  changeRole: "Change the role",
  onlyOwners: "Only an owner can change the role of an owner.",
  logoutTitle: "A lost computer, or a stolen login",
  logoutHelp:
    "This ends all their logins at this site, the permissions of their agents here, and their open invitation links. They stay a member.",
  logout: "End their logins",
  languages: "Languages",
  languagesHelp:
    "Ticked languages limit the person to their pages, menus and redirects. Without a tick, there is no limit.",
  saveLanguages: "Save the languages",
  removeTitle: "They no longer work here",
  removeHelp: "What they wrote stays. Their logins and agents at this site end.",
  remove: "Remove from the site",
  removeQuestion: "Remove {name} from this site? To come back, they need another invitation.",
  removeSure: "Remove them",
  /** Reports of finished actions, by the word in the address. */
  done: {
    invited: "Invited. They can log in now.",
    changed: "The role is changed.",
    ended: "Their logins are ended.",
    stopped: "Ended. The agent can do nothing more here.",
    removed: "Removed.",
    lettered: "The invitation is on its way by mail.",
    unlinked: "Taken back. Nobody can join with that link any more.",
    limited: "The languages are saved.",
  },
} as const;

/** Words of a member's own account page. */
export const ACCOUNT = {
  title: "Your account",
  role: "Your role here is {role}: it {may}.",
  logins: "Where you are logged in",
  loginsIntro: "Your logins at all sites of this installation. End every login that you do not recognise.",
  kinds: { browser: "a browser", program: "a program" },
  thisOne: "This one",
  since: "since",
  used: "last used",
  end: "End it",
  endOf: "End it: the login at {hostname}",
  olderLogins: "Older logins",
  newestLogins: "Newest logins",
  agents: "Agents that act for you",
  noAgents: "You have let no agent act for you.",
  languageTitle: "Language of the editor",
  language: "Language",
  asBrowser: "The language of this browser",
  languageHelp: "This browser remembers your choice. The language of the site itself is in its settings.",
  /** Reports of finished actions, by the word in the address. */
  done: {
    ended: "The login is ended.",
    stopped: "Ended. The agent can do nothing more here.",
    language: "The editor uses this language now.",
  },
} as const;
