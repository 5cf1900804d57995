/** Shows a visitor's file. A member can download it, add it to the media or delete it; no page displays it. */
import { html } from "hono/html";
import { MEDIA_TYPES } from "../../../../manifests/shapes/mediaTypes.ts";
import { sizeOf } from "../../../../manifests/bytes/sizeOf.ts";
import { WORDS } from "../../../words/words.ts";
import type { FormFailure } from "../desk/failure.ts";
import { alert, drawnForm } from "../drawing/form.ts";
import type { Html } from "../drawing/html.ts";
import { mediaAddress } from "../library/mediaActions.ts";
import { mediaTypeName } from "../library/picture.ts";
import { removal } from "../library/removal.ts";
import { untrustedText } from "../library/untrustedText.ts";
import { type InboxItem, type Shown, backOf, failureOf, hereOf, mayDo, named } from "./shown.ts";

interface Sent {
  readonly file: number;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
}

export function drawnFile(shown: Shown, { file, name, type, bytes }: Sent): Html {
  const stored = shown.item.files.find((one) => one.file === file);
  const known = MEDIA_TYPES.find((one) => one === type);
  const failure = failureOf(shown);
  const ownFailure = failure?.typed.get("file") === String(file) ? failure : undefined;
  return html`<li><p>${untrustedText(name)} <span class="help">${known ? mediaTypeName(known) : type} · ${sizeOf(bytes)}</span></p>
${stored?.state === "held" ? held(shown, file, ownFailure) : html`<p class="help">${whereabouts(stored)}</p>${ownFailure ? alert(ownFailure, ownFailure.form) : ""}`}</li>`;
}

function whereabouts(stored: InboxItem["files"][number] | undefined): Html | string {
  return stored?.media
    ? html`<a href="${mediaAddress(stored.media)}">${WORDS.forms.isAccepted}</a>`
    : WORDS.forms.isGone;
}

function held(shown: Shown, file: number, failure: FormFailure | undefined): Html {
  const {
    looking,
    item: { id },
  } = shown;
  const of = html`${named(shown)}<input type="hidden" name="file" value="${file}">`;
  const accept = html`${of}<button type="submit" class="quiet">${WORDS.forms.accept}</button>`;
  return html`<div class="acts"><a href="/api/forms/${looking.form}/submissions/${id}/files/${file}" download>${WORDS.forms.download}</a>
${alert(failure, "accept")}${mayDo(shown, "accept") ? drawnForm("accept", hereOf(shown), accept) : ""}
${mayDo(shown, "reject") ? rejecting(shown, of, failure) : ""}</div>`;
}

const rejecting = (shown: Shown, of: Html, failure: FormFailure | undefined): Html =>
  removal({
    name: "reject",
    here: hereOf(shown),
    back: backOf(shown),
    of,
    failure,
    first: { help: "", button: WORDS.forms.rejectIt },
    second: { question: html`<p>${WORDS.forms.rejectAsked}</p>`, button: WORDS.forms.rejectAnyway },
  });
