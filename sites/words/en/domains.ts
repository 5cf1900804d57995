/** Words of the page of the site's addresses. */
export const DOMAINS = {
  title: "Addresses",
  intro: "The names under which visitors find this site.",
  list: "All addresses",
  primary: "Main address",
  verified: "In use",
  pending: "Waiting",
  leads: "Leads visitors to the main address.",
  isPrimary: "Pages are published under this address.",
  waits:
    "You have asked for this address. The operator checks that it is yours, then puts it into use. If nothing happens for {days} days, ask again.",
  next: "What happens next",
  nextHelp:
    "Tell the operator that you have asked. They tell you what to enter where you bought the name. Then they check it and put it into use. Until then, the name leads nowhere.",
  since: "since",
  addTitle: "Ask for an address",
  hostname: "Address",
  hostnameHelp: "Such as www.example.com, without https://",
  add: "Ask for it",
  /** Reports of finished actions, by the word in the address. */
  done: { asked: "You have asked for the address. Now the operator has to act." },
} as const;
