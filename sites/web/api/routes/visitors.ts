/** Public routes. Visitors are not logged in, so the members' guards do not apply. */
import * as z from "zod/mini";
import { SMALL_BODY_MAX_BYTES } from "../../../../manifests/bounds/api.ts";
import { FORM_BODY_MAX_BYTES, FORM_POST_MAX_BYTES } from "../../../../manifests/bounds/forms.ts";
import type { RefusalCode } from "../../../../manifests/refusals/refusal.ts";
import { formSentView, formTokenView, submitForm } from "../../../../runtime/submissions/views.ts";
import { form, formLink } from "./forms.ts";
import type { Parameters } from "../request/parameter.ts";

export interface VisitorRoute {
  readonly name: "post" | "token" | "sent" | "confirming" | "confirm" | "leaving" | "leave" | "openLink" | "pressLink";
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly summary: string;
  readonly params: Parameters;
  readonly body: z.ZodMiniType | null;
  readonly bodyBytes: number;
  /** Other content types of browsers' forms, each with the largest body in bytes. */
  readonly forms: Readonly<Record<string, number>>;
  readonly answers: { readonly status: 200 | 201; readonly type: string; readonly schema: z.ZodMiniType };
  readonly refuses: readonly RefusalCode[];
}

const SENDING: readonly RefusalCode[] = [
  "INVALID_REQUEST",
  "ORIGIN_MISMATCH",
  "NOT_FOUND",
  "TOO_SLOW",
  "CONFLICT",
  "TOO_LARGE",
  "WORKSPACE_FULL",
  "UNSUPPORTED_MEDIA_TYPE",
  "TENANT_READ_ONLY",
  "RATE_LIMITED",
  "PLUGIN_UNAVAILABLE",
  "TENANT_SUSPENDED",
];

export const VISITOR_ROUTES: readonly VisitorRoute[] = [
  {
    name: "post",
    method: "POST",
    path: "/api/forms/{form}",
    summary:
      "Submit a form of a published page: as JSON, urlencoded, or multipart if the form asks for files. A browser without a script gets a page: " +
      "a 303 redirect to the next page, or a 422. The page of a 422 shows the problems and keeps the typed values.",
    params: { form },
    body: submitForm,
    bodyBytes: FORM_BODY_MAX_BYTES,
    forms: { "application/x-www-form-urlencoded": FORM_BODY_MAX_BYTES, "multipart/form-data": FORM_POST_MAX_BYTES },
    answers: { status: 201, type: "application/json", schema: formSentView },
    refuses: SENDING,
  },
  {
    name: "token",
    method: "GET",
    path: "/api/forms/{form}/token",
    summary: "Get a token for one submission. A form that asks for confirmation needs it.",
    params: { form },
    body: null,
    bodyBytes: 0,
    forms: {},
    answers: { status: 200, type: "application/json", schema: formTokenView },
    refuses: ["ORIGIN_MISMATCH", "NOT_FOUND", "TENANT_READ_ONLY", "PLUGIN_UNAVAILABLE", "TENANT_SUSPENDED"],
  },
  {
    name: "sent",
    method: "GET",
    path: "/api/forms/{form}/sent",
    summary: "The page of a form, with the message after a submission.",
    params: { form },
    body: null,
    bodyBytes: 0,
    forms: {},
    answers: { status: 200, type: "text/html", schema: z.string() },
    refuses: ["NOT_FOUND", "PLUGIN_UNAVAILABLE", "TENANT_SUSPENDED"],
  },
  {
    name: "confirming",
    method: "GET",
    path: "/api/forms/{form}/confirm",
    summary:
      "The page behind the link of a letter that asks a visitor to confirm an address. It has a button, and changes nothing. " +
      "`secret` in the query is the one of the letter. A 410 is the page for a link that is valid no more.",
    params: { form },
    body: null,
    bodyBytes: 0,
    forms: {},
    answers: { status: 200, type: "text/html", schema: z.string() },
    refuses: ["NOT_FOUND", "PLUGIN_UNAVAILABLE", "TENANT_SUSPENDED"],
  },
  {
    name: "confirm",
    method: "POST",
    path: "/api/forms/{form}/confirm",
    summary:
      "Confirm a visitor's address, as the button of that page does. Members and plugins are told of the submission once. " +
      "The answer is a page, or a 303 redirect to the page after sending. A 410 is the page for a link that is valid no more.",
    params: { form },
    body: z.strictObject({ secret: z.string() }),
    bodyBytes: SMALL_BODY_MAX_BYTES,
    forms: { "application/x-www-form-urlencoded": SMALL_BODY_MAX_BYTES },
    answers: { status: 200, type: "text/html", schema: z.string() },
    refuses: SENDING,
  },
  {
    name: "leaving",
    method: "GET",
    path: "/api/forms/{form}/leave",
    summary:
      "The page behind the link that ends a subscription. It has a button, and changes nothing. " +
      "`secret` in the query is the one of the letter. A 410 is the page for a link that is valid no more.",
    params: { form },
    body: null,
    bodyBytes: 0,
    forms: {},
    answers: { status: 200, type: "text/html", schema: z.string() },
    refuses: ["NOT_FOUND", "TENANT_SUSPENDED"],
  },
  {
    name: "leave",
    method: "POST",
    path: "/api/forms/{form}/leave",
    summary:
      "End a subscription, as the button of that page and the one of mail programs do (RFC 8058). `secret` in the query is the proof. " +
      "Nothing in the body counts. A 410 is the page for a link that is valid no more.",
    params: { form },
    body: null,
    bodyBytes: 0,
    forms: { "application/x-www-form-urlencoded": SMALL_BODY_MAX_BYTES, "multipart/form-data": SMALL_BODY_MAX_BYTES },
    answers: { status: 200, type: "text/html", schema: z.string() },
    refuses: ["ORIGIN_MISMATCH", "NOT_FOUND", "TENANT_READ_ONLY", "TENANT_SUSPENDED"],
  },
  {
    name: "openLink",
    method: "GET",
    path: "/api/forms/{form}/links/{link}",
    summary:
      "The page behind another link of a form's letters. It has a button, and changes nothing. A link that gives a file answers it. " +
      "`secret` in the query is the one of the letter. A 410 is the page for a link that is valid no more.",
    params: { form, link: formLink },
    body: null,
    bodyBytes: 0,
    forms: {},
    answers: { status: 200, type: "text/html", schema: z.string() },
    refuses: ["NOT_FOUND", "PLUGIN_UNAVAILABLE", "RATE_LIMITED", "TENANT_SUSPENDED"],
  },
  {
    name: "pressLink",
    method: "POST",
    path: "/api/forms/{form}/links/{link}",
    summary:
      "Use a link of a form's letters, as the button of its page does. The form's plugin decides what it does. " +
      "A 409 is a page with the plugin's reason. A 410 is the page for a link that is valid no more.",
    params: { form, link: formLink },
    body: z.strictObject({ secret: z.string() }),
    bodyBytes: SMALL_BODY_MAX_BYTES,
    forms: { "application/x-www-form-urlencoded": SMALL_BODY_MAX_BYTES },
    answers: { status: 200, type: "text/html", schema: z.string() },
    refuses: SENDING,
  },
];
