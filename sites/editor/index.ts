/**
 * What a browser does beyond showing the editor's pages: it sends forms without leaving the page, several files with
 * their progress, and sets a focal point by a click. Every page works without any of it.
 */
import { followFocal } from "./focal.ts";
import { send } from "./forms.ts";
import { offerDrop, sendChosen } from "./upload.ts";

document.documentElement.dataset["script"] = "";

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset["form"] === undefined) return;
  event.preventDefault();
  if (form.dataset["form"] === "upload") sendChosen(form);
  else void send(form);
});

followFocal();
offerDrop();
