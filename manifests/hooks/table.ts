/**
 * The events at which plugins are called, one row each. A new kind is a row here and the code that triggers it. From
 * the row follow the values of `on` in a manifest, the owner's sentence, the authors' types, the check of the answer
 * and the attempts.
 */
import { momentShape, publicationShape, releaseShape, submittedFormShape, uploadedMediaShape } from "./inputs.ts";
import { UNREAD, VETO, type HookKind } from "./kind.ts";

export const HOOKS = {
  beforePublish: {
    when: "Before a publication.",
    input: publicationShape,
    answer: VETO,
    effect: "Checks every publication and can stop it.",
    decides: true,
  },
  afterPublish: {
    when: "Once for each release that visitors see.",
    input: releaseShape,
    answer: UNREAD,
    effect: "Receives every publication.",
    attempts: 5,
    gathers: true,
  },
  formSubmitted: {
    when: "After a visitor has submitted a form.",
    input: submittedFormShape,
    answer: UNREAD,
    effect: "Receives every form that a visitor submits.",
    attempts: 5,
    isFromVisitors: true,
    capability: "forms",
  },
  mediaUploaded: {
    when: "After a file was uploaded, if the plugin may read media.",
    input: uploadedMediaShape,
    answer: UNREAD,
    effect: "Receives every file that a member uploads, if the plugin may read media.",
    attempts: 5,
    capability: "media",
    isCalledWith: (granted) => granted?.media?.read === true,
  },
  scheduled: {
    when: "At a regular interval in minutes.",
    input: momentShape,
    answer: UNREAD,
    effect: "Runs every {everyMinutes} minutes.",
    attempts: 1,
    isTimed: true,
  },
} as const satisfies Readonly<Record<string, HookKind>>;
