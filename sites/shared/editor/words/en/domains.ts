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
    "Asked for. The operator has to check that it is yours, and then puts it to use. After {days} days without that, ask again.",
  next: "What happens next",
  nextHelp:
    "Tell the operator that you have asked. They say what to enter where you bought the name, check it, and put it to use. Until then the name leads nowhere.",
  since: "since",
  addTitle: "Ask for an address",
  hostname: "Address",
  hostnameHelp: "Such as www.example.com, without https://",
  add: "Ask for it",
  /** Reports of finished actions, by the word in the address. */
  done: { asked: "Asked for. Now it is the operator’s turn." },
} as const;
