/** Values that a plugin has stored, as a member reads them. They may hold what a visitor wrote, so nothing is markup. */
import { html } from "hono/html";
import type { MemberFieldKind } from "../../../../manifests/manifest/memberPage.ts";
import type { ShownValue } from "../../../../runtime/plugins/pages/views.ts";
import { WORDS } from "../../../words/words.ts";
import type { Html } from "../drawing/html.ts";
import { moment } from "../drawing/moment.ts";
import { untrustedText } from "../library/untrustedText.ts";

type Value = NonNullable<ShownValue["value"]>;

const plain = (value: Value): Html => untrustedText(String(value));

/** An address that a mail program gets as one address and nothing else. */
const MAIL = /^[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,190}$/;

/** Times that every browser and this worker can show. */
const LATEST_MS = 8.64e15;

function time(value: Value): Html {
  const ms = typeof value === "number" ? value : Date.parse(String(value));
  return Math.abs(ms) <= LATEST_MS ? moment(ms) : plain(value);
}

function link(value: Value): Html {
  const url = URL.parse(String(value));
  const isFine = url !== null && (url.protocol === "https:" || url.protocol === "http:") && url.username === "";
  return isFine ? html`<a href="${url.href}" rel="noreferrer noopener nofollow">${plain(value)}</a>` : plain(value);
}

const KINDS: Readonly<Record<MemberFieldKind, (value: Value) => Html | string>> = {
  text: plain,
  number: plain,
  date: plain,
  time,
  "yes-no": (value) =>
    typeof value === "boolean" ? (value ? WORDS.pluginPages.yes : WORDS.pluginPages.no) : plain(value),
  mail: (value) =>
    MAIL.test(String(value)) ? html`<a href="mailto:${String(value)}">${plain(value)}</a>` : plain(value),
  link,
};

export const drawnValue = ({ as, value }: ShownValue): Html | string =>
  value === null || value === "" ? html`<span class="none">–</span>` : KINDS[as](value);
