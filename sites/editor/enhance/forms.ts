import { sender, show, tellPage, words } from "./page.ts";
import { maySend, sentForm } from "./unsaved.ts";

/** Forms that are being sent, so that a second press of a button does nothing. */
const sending = new WeakSet<HTMLFormElement>();

/**
 * Sends a form in place. The form keeps its values during the request and after a lost connection, so it can be sent
 * again. Its idempotency key stays the same.
 */
export async function sendForm(form: HTMLFormElement, submitter: HTMLElement | null = null): Promise<void> {
  if (sending.has(form) || !maySend(form)) return;
  sending.add(form);
  mark(form, true);
  try {
    const sent = sentForm(form);
    const fields = new FormData(form, submitter);
    const body =
      form.enctype === "multipart/form-data"
        ? fields
        : new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
    const response = await fetch(addressOf(form), {
      method: "POST",
      body,
      headers: { accept: "text/html", ...sender() },
    });
    const html = await response.text();
    if (response.ok) sent.accepted();
    show(html, response.url);
    if (!response.ok) sent.refused();
  } catch {
    tellPage(words().lost);
  } finally {
    sending.delete(form);
    mark(form, false);
  }
}

/** The address of a form. A field or button with the name `action` hides the property of the form. */
const addressOf = (form: HTMLFormElement): string => form.getAttribute("action") || location.href;

function mark(form: HTMLFormElement, isSending: boolean): void {
  for (const button of form.querySelectorAll("button")) button.setAttribute("aria-disabled", String(isSending));
}
