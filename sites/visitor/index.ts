/**
 * Sends forms without leaving the page: visitors see upload progress and keep chosen files after an error. The answer
 * is the same page that browsers without a script get, and its form replaces this one. So this script checks and words
 * nothing.
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
