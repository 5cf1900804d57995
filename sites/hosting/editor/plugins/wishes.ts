/** Says in words what a plugin asks for, with its author's reasons. */
import { html } from "hono/html";
import type { Capabilities } from "../../../../manifests/capabilities/capabilities.ts";
import { capabilitiesShape } from "../../../../manifests/capabilities/capabilities.ts";
import type { PluginView } from "../../../../runtime/plugins/views.ts";
import { sizeOf } from "../../../shared/editor/explain.ts";
import { say } from "../../../shared/editor/words/say.ts";
import { WORDS } from "../../../shared/editor/words/words.ts";
import type { Html } from "../drawing/html.ts";
import { oneWay, untrustedText } from "../library/untrustedText.ts";

const { plugins: words } = WORDS;

interface Wish {
  readonly says: readonly string[];
  readonly reason: string | undefined;
}

type Kinds = readonly (keyof typeof words.documents)[];

const named = (word: string, kinds: Kinds = []): string[] =>
  kinds.length === 0 ? [] : [say(word, { kinds: kinds.map((kind) => words.documents[kind]).join(", ") })];

function hostsOf({ hosts, hostsFrom, methods }: NonNullable<Capabilities["http"]>): string {
  const values = { hosts: hosts.join(", "), setting: hostsFrom ?? "", methods: methods.join(", ") };
  if (hostsFrom === undefined) return say(words.http, values);
  return say(hosts.length === 0 ? words.httpOnlyFrom : words.httpFrom, values);
}

function wishesOf({ storage, content, media, forms, browser, http, logs }: Capabilities): Wish[] {
  const wishes: (Wish | undefined)[] = [
    storage && {
      says: [say(words.storage, { size: sizeOf(storage.maxBytes), keys: storage.maxKeys })],
      reason: storage.reason,
    },
    content && {
      says: [...named(words.read, content.read), ...named(words.draft, content.draft)],
      reason: content.reason,
    },
    media && { says: media.read ? [words.media] : [], reason: media.reason },
    forms && {
      says: [forms.personal.includes("*") ? words.everyForm : say(words.forms, { forms: forms.personal.join(", ") })],
      reason: forms.reason,
    },
    browser && {
      says: [browser.hosts.length === 0 ? words.browser : say(words.browserWith, { hosts: browser.hosts.join(", ") })],
      reason: browser.reason,
    },
    http && { says: [hostsOf(http)], reason: http.reason },
    logs && { says: [words.logs], reason: logs.reason },
  ];
  return wishes.flatMap((wish) => (wish && wish.says.length > 0 ? [wish] : []));
}

/** All that a plugin asks for. Nothing is left out: what has no words is shown as it was written. */
export function wishes({ requested }: Pick<PluginView, "requested">): Html {
  if (Object.keys(requested).length === 0) return html`<p>${words.asksNothing}</p>`;
  const read = capabilitiesShape.safeParse(requested);
  if (!read.success) return html`<p>${words.unread}</p><pre>${untrustedText(JSON.stringify(requested, null, 2))}</pre>`;
  return html`<ul class="rows">${wishesOf(read.data).map(wishRow)}</ul>`;
}

const wishRow = ({ says, reason }: Wish): Html =>
  html`<li class="row"><div class="what">${says.map((one) => html`<p><bdi>${oneWay(one)}</bdi></p>`)}<p class="facts">${reasonOf(reason)}</p></div></li>`;

function reasonOf(reason: string | undefined): Html {
  if (reason === undefined) return html`${words.noReason}`;
  const [before = "", after = ""] = words.reason.split("{reason}");
  return html`${before}${untrustedText(reason)}${after}`;
}
