/**
 * What a browser does with a form beyond sending it: visitors stay on the page and where they were, see how much of a
 * file has gone, and need not choose it again when something else is to be mended. The answer is the page that browsers
 * without a script are shown, and the form in it takes this one's place, so nothing is checked or worded twice. Whatever
 * this cannot do is left to the browser.
 */
import { addressOf, find } from "./formElement.ts";
import { send } from "./sending.ts";

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || !addressOf(form).startsWith("/api/forms/") || find(form, ".cf-turnstile").length > 0) return;
  event.preventDefault();
  void send(form, submitter);
});
