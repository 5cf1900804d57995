import * as z from "zod/mini";
import { SMALL_BODY_MAX_BYTES } from "../../../../manifests/bounds/api.ts";
import { hostnameShape } from "../../provisioning/payload.ts";
import { listDomains, requestDomain } from "../hostnames/hostnames.ts";
import { control, readRoute } from "./makers.ts";
import type { Route } from "../request/route.ts";

const record = z.strictObject({
  hostname: z.string(),
  status: z.enum(["pending", "verified"]),
  primary: z.boolean(),
  createdAt: z.int(),
});

export const domains: readonly Route[] = [
  readRoute({
    path: "/api/domains",
    summary: "List the hostnames of the site, including those that are not verified yet.",
    permission: "domains.manage",
    params: {},
    query: {},
    output: z.strictObject({ items: z.array(record) }),
    run: ({ env, member, at }) => listDomains(env, member, at),
  }),
  control<Record<never, never>, { hostname: string }>({
    method: "POST",
    path: "/api/domains",
    summary: "Ask for a hostname. The site is served under it when the operator has verified it.",
    permission: "domains.manage",
    command: "domain.request",
    params: {},
    body: z.strictObject({ hostname: hostnameShape }),
    output: z.strictObject({ domain: record }),
    status: 201,
    limits: { bodyBytes: SMALL_BODY_MAX_BYTES, rate: "invitations" },
    decide: (call) => requestDomain(call, call.body.hostname),
  }),
];
