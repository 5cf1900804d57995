/**
 * Enhances the editor's pages: forms are sent in place, several files upload with progress, and a click sets a focal
 * point. Every page also works without scripts.
 */
import { followCalendar } from "./calendar.ts";
import { followChoosing } from "./choosing.ts";
import { followColours } from "./colours.ts";
import { followChosenText, followCopying, followTyping } from "./fieldText.ts";
import { followFocal } from "./focal.ts";
import { followInvitation } from "./invitation.ts";
import { localTimes } from "./moments.ts";
import { sendForm } from "./forms.ts";
import { followPalette } from "./palette.ts";
import { followPictures } from "./pictured.ts";
import { followProgress } from "./progress.ts";
import { followSlider } from "./slider.ts";
import { followTicks } from "./ticks.ts";
import { askBeforeLeaving } from "./unsaved.ts";
import { localZones } from "./zones.ts";
import { offerPackage } from "./package.ts";
import { offerDrop, sendChosen } from "./upload.ts";

document.documentElement.dataset["script"] = "";

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset["form"] === undefined) return;
  event.preventDefault();
  if (form.dataset["form"] === "upload") sendChosen(form);
  else void sendForm(form, event.submitter);
});

followCalendar();
followChoosing();
followFocal();
followTyping();
followColours();
followChosenText();
followSlider();
followPalette();
followPictures();
localTimes();
localZones();
offerDrop();
offerPackage();
followCopying();
followInvitation();
followTicks();
followProgress();
askBeforeLeaving();
