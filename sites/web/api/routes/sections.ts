import * as z from "zod/mini";
import { SMALL_BODY_MAX_BYTES } from "../../../../manifests/bounds/api.ts";
import { DOCUMENT_MAX_BYTES, PIECE_MAX_BYTES } from "../../../../manifests/bounds/documents.ts";
import { addSection, changeStructure, chooseVariant, updateSection } from "../../../../runtime/editing/inputs.ts";
import { sectionAddedView, structureView, writtenView } from "../../../../runtime/editing/views.ts";
import { command } from "./makers.ts";
import { page, section } from "../request/parameter.ts";
import type { Route } from "../request/route.ts";

/** All of these routes change one page under its version. */
const common = { permission: "content.edit", versioned: { of: "page", as: "expected", least: 1 } } as const;
const ofPage = { page: true, expected: true } as const;
const ofSection = { ...ofPage, section: true } as const;

export const sections: readonly Route[] = [
  command({
    ...common,
    method: "POST",
    path: "/api/pages/{page}/sections",
    summary: "Add a section to a page, at the end unless `at` says where.",
    command: "section.add",
    params: { page },
    body: z.omit(addSection, ofPage),
    output: sectionAddedView,
    status: 201,
    limits: { bodyBytes: DOCUMENT_MAX_BYTES, rate: "writes" },
  }),
  command({
    ...common,
    method: "PATCH",
    path: "/api/pages/{page}/sections/{section}",
    summary: "Change fields of a section; null removes a field.",
    command: "section.update",
    params: { page, section },
    body: z.omit(updateSection, ofSection),
    output: writtenView,
    status: 200,
    limits: { bodyBytes: PIECE_MAX_BYTES, rate: "writes" },
  }),
  command({
    ...common,
    method: "PUT",
    path: "/api/pages/{page}/sections/{section}/variant",
    summary: "Choose the variant of a section.",
    command: "section.variant",
    params: { page, section },
    body: z.omit(chooseVariant, ofSection),
    output: writtenView,
    status: 200,
    limits: { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "writes" },
  }),
  command({
    ...common,
    method: "POST",
    path: "/api/pages/{page}/structure",
    summary: "Insert, move, nest, duplicate and remove sections: a list of operations, applied all or none.",
    command: "structure.apply",
    params: { page },
    body: z.omit(changeStructure, ofPage),
    output: structureView,
    status: 200,
    limits: { bodyBytes: DOCUMENT_MAX_BYTES, rate: "writes" },
  }),
];
