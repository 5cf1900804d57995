/** Words of the chooser of a list's entries. Browsers load them when a member opens it. */
import type { Translated } from "../../shape/translated.ts";

export const LISTS = {
  type: "{title}: which entries",
  choose: "Choose a type…",
  gone: "The type {type} is not there now. The list is empty.",
  condition: "Condition {n}",
  field: "By",
  comparison: "Comparison",
  value: "Value",
  add: "Add a condition",
  remove: "Remove the condition",
  order: "Order",
  byType: "As the type says",
  special: { today: "today", now: "now", this: "this page", own: "a value of your choice" },
  truths: { true: "yes", false: "no" },
  is: {
    eq: "{title} is {value}",
    not: "{title} is not {value}",
    before: "{title} before {value}",
    after: "{title} after {value}",
    from: "{title} from {value}",
    to: "{title} up to {value}",
    has: "{title} contains {value}",
    in: "{title} is one of {value}",
  },
  orders: { newest: "newest first", oldest: "oldest first", title: "by title", path: "by address" },
  directions: {
    dates: { up: "{title}: soonest first", down: "{title}: latest first" },
    numbers: { up: "{title}: smallest first", down: "{title}: largest first" },
    texts: { up: "{title}: A to Z", down: "{title}: Z to A" },
  },
  show: {
    title: "Values that the list shows",
    label: "with its title",
    labelOf: "{name}: show the title",
    form: "Form of {name}",
    lost: "The type has no such value now. The list does not show it.",
    sentence: "with {values}",
    forms: {
      long: "long",
      short: "short",
      weekday: "with the weekday",
      day: "the day alone",
      time: "the time alone",
      grouped: "as usual",
      plain: "digits alone",
      whole: "without decimals",
      cents: "two decimals",
    },
  },
} as const;

export type ListWords = Translated<typeof LISTS>;
