/** Renders what stands in the place of a form: a message, or the page behind a link of a letter. */
import type { FormLink } from "../../manifests/manifest/form.ts";
import { attributes, escapeHtml } from "../templates/escape.ts";
import type { Messages } from "./messages.ts";
import type { Placement } from "./placement.ts";

/** The name of the secret in the link that confirms an address, and in the form behind the link. */
export const CONFIRMED = "secret";

export type InsteadState =
  /** `asked`: a letter is on its way. `over`: the link of a letter is valid no more. */
  | { readonly kind: "sent" | "asked" | "over" }
  /** The visitor opened the link of a letter. Only the button confirms, because programs open links, too. */
  | { readonly kind: "confirming"; readonly secret: string }
  /** The visitor opened a link of the form's letters. */
  | { readonly kind: "link"; readonly link: FormLink; readonly secret: string }
  /** A subscriber opened the link that ends a subscription. Programs open it, too, so only the button acts. */
  | { readonly kind: "leaving"; readonly secret: string }
  /** `left`: a subscription has ended. `gone`: there is none behind the link. */
  | { readonly kind: "left" | "gone" }
  /** The text after its button. */
  | { readonly kind: "done"; readonly says: string };

export const hiddenField = (name: string, value: string): string =>
  `<input${attributes({ type: "hidden", name, value })}>`;

export function drawInstead(place: Placement, state: InsteadState): string {
  if (state.kind === "confirming") return confirming(place, state);
  if (state.kind === "link") return linked(place, state);
  if (isLeaving(state)) return drawLeaving({ id: place.id, messages: place.model.messages }, state);
  return state.kind === "done" ? messageText(place, state.says) : messageInstead(place, state.kind);
}

export type LeavingState = Extract<InsteadState, { readonly kind: "leaving" | "left" | "gone" }>;

const isLeaving = (state: InsteadState): state is LeavingState => ["leaving", "left", "gone"].includes(state.kind);

/** The address that ends a subscription. Mail programs send to it, so it is whole without a form. */
export const leavingAddress = (form: string, secret: string): string =>
  `/api/forms/${form}/leave?${CONFIRMED}=${secret}`;

/** The words and the button of a page that ends a subscription. */
export function drawLeaving(
  { id, messages }: { readonly id: string; readonly messages: Messages },
  state: LeavingState,
): string {
  if (state.kind !== "leaving") return sentText(id, state.kind === "left" ? messages.left : messages.leaveOver);
  const form = { class: "form", method: "post", action: leavingAddress(id, state.secret), "accept-charset": "utf-8" };
  return `<form${attributes(form)}>
<p class="form-help">${escapeHtml(messages.leaveHelp)}</p>
<p class="form-buttons"><button type="submit" class="button" autofocus>${escapeHtml(messages.leaveIt)}</button></p>
</form>`;
}

/** The message that stands in the form's place. */
function messageInstead(place: Placement, kind: "sent" | "asked" | "over"): string {
  const {
    success,
    model: { messages },
  } = place;
  return messageText(place, { sent: success, asked: messages.asked, over: messages.confirmOver }[kind]);
}

const messageText = ({ id }: Placement, says: string): string => sentText(id, says);

const sentText = (id: string, says: string): string =>
  `<p class="form-sent" data-form-sent="${escapeHtml(id)}" role="status" tabindex="-1" autofocus>${escapeHtml(says)}</p>`;

const linkAddress = ({ id }: Placement, { name }: FormLink): string => `/api/forms/${id}/links/${name}`;

/** The page behind a link of a letter: its question and a button. Programs open links, so only the button acts. */
function linked(place: Placement, { link, secret }: { readonly link: FormLink; readonly secret: string }): string {
  const form = { class: "form", method: "post", action: linkAddress(place, link), "accept-charset": "utf-8" };
  return `<form${attributes(form)}>
<p class="form-label">${escapeHtml(link.title)}</p>
<p class="form-help">${escapeHtml(link.description ?? "")}</p>
${hiddenField(CONFIRMED, secret)}
<p class="form-buttons"><button type="submit" class="button" autofocus>${escapeHtml(link.messages?.submit ?? link.title)}</button></p>
</form>`;
}

function confirming({ id, model: { messages } }: Placement, { secret }: { readonly secret: string }): string {
  const form = { class: "form", method: "post", action: `/api/forms/${id}/confirm`, "accept-charset": "utf-8" };
  return `<form${attributes(form)}>
<p class="form-help">${escapeHtml(messages.confirmHelp)}</p>
${hiddenField(CONFIRMED, secret)}
<p class="form-buttons"><button type="submit" class="button" autofocus>${escapeHtml(messages.confirmIt)}</button></p>
</form>`;
}
