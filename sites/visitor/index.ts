/**
 * Sends forms without leaving the page, so that visitors see upload progress and keep chosen files after an error. The
 * server answers the same page as for browsers without scripts, and its form replaces this one. Validation and texts
 * stay on the server.
 */
import { addressOf, find } from "./formElement.ts";
import { send } from "./sending.ts";

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (
    !(form instanceof HTMLFormElement) ||
    !addressOf(form).startsWith("/api/forms/") ||
    find(form, ".cf-turnstile").length > 0
  )
    return;
  event.preventDefault();
  void send(form, submitter);
});
