import type { RouteSignature } from "../manifest/executable.ts";
import type { Contributes, Manifest } from "../manifest/manifest.ts";
import { quote } from "../refusals/pointer.ts";
import type { Issue } from "../refusals/refusal.ts";
import { secretNames } from "./settingsRules.ts";

type Route = NonNullable<Contributes["routes"]>[number];

/** A member that a route has or lacks although its kind says otherwise. */
interface Member {
  readonly name: string;
  readonly isWrong: boolean;
  readonly found: string;
  readonly allowed: string;
}

const superfluous = (name: string, value: unknown, allowed: string): Member => ({
  name,
  isWrong: value !== undefined,
  found: name,
  allowed,
});

/** A service calls a webhook with the bytes that it signed. So the body has no schema, and the caller is no browser. */
const webhookMembers = ({ methods, access, input, leaves, signature }: Route): Member[] => [
  {
    name: "signature",
    isWrong: signature === undefined,
    found: "nothing",
    allowed: "the scheme and the secret with which the site verifies the caller",
  },
  {
    name: "methods",
    isWrong: methods.length !== 1 || methods[0] !== "POST",
    found: methods.join(", "),
    allowed: "POST alone",
  },
  { name: "access", isWrong: access !== "public", found: quote(access), allowed: "public, because no member calls it" },
  superfluous("input", input, "nothing here, because a webhook gets its body as text"),
  superfluous("leaves", leaves, "nothing here, because no visitor calls a webhook"),
];

/** The kernel asks such a route for a visitor's form, with input of its own. */
const formMembers = ({ methods, access, input, leaves, effect, signature, headers }: Route): Member[] => [
  {
    name: "methods",
    isWrong: methods.length !== 1 || methods[0] !== "POST",
    found: methods.join(", "),
    allowed: "POST alone",
  },
  {
    name: "access",
    isWrong: access !== "public",
    found: quote(access),
    allowed: "public, because visitors send forms",
  },
  superfluous("input", input, "nothing here, because the form has the fields"),
  superfluous("leaves", leaves, "nothing here, because the visitor stays"),
  superfluous("effect", effect, "nothing here, because no member asks"),
  superfluous("signature", signature, 'a signature with "kind": "webhook" only'),
  superfluous("headers", headers, 'headers with "kind": "webhook" only'),
];

const MEMBERS_OF = { webhook: webhookMembers, form: formMembers, json: undefined } as const;

const jsonMembers = ({ signature, headers, access, leaves }: Route): Member[] => [
  superfluous("signature", signature, 'a signature with "kind": "webhook" only'),
  superfluous("headers", headers, 'headers with "kind": "webhook" only'),
  {
    name: "leaves",
    isWrong: leaves !== undefined && access !== "public",
    found: `leaves with access ${quote(access)}`,
    allowed: "leaves on public routes only",
  },
];

/** The members of a signature. Only `hmac-sha256` is no service's own scheme, so only it names where it stands. */
function signatureMembers({ scheme, secret, ...details }: RouteSignature, secrets: readonly string[]): Member[] {
  const isOpen = scheme === "hmac-sha256";
  return [
    {
      name: "secret",
      isWrong: !secrets.includes(secret),
      found: quote(secret),
      allowed: "a secret setting of this plugin",
    },
    {
      name: "header",
      isWrong: isOpen && details.header === undefined,
      found: "nothing",
      allowed: "the header that has the signature",
    },
    ...(isOpen
      ? []
      : Object.entries(details).map(([name, value]) => superfluous(name, value, `nothing here with ${scheme}`))),
  ];
}

const issuesAt = (at: string, members: readonly Member[]): Issue[] =>
  members
    .filter(({ isWrong }) => isWrong)
    .map(({ name, found, allowed }) => ({ pointer: `${at}/${name}`, found, allowed }));

/** The faults of routes whose members do not fit their kind. */
export const routeIssues = ({ contributes: { routes = [], settings } }: Manifest): Issue[] => {
  const secrets = settings ? secretNames(settings) : [];
  return routes.flatMap((route, index) => {
    const at = `/contributes/routes/${index}`;
    const members = (MEMBERS_OF[route.kind ?? "json"] ?? jsonMembers)(route);
    const signed = route.signature ? signatureMembers(route.signature, secrets) : [];
    return [...issuesAt(at, members), ...issuesAt(`${at}/signature`, signed)];
  });
};

/** The faults of forms whose routes are not there. */
export const formRouteIssues = ({ contributes: { routes = [], forms = [] } }: Manifest): Issue[] => {
  const known = routes.filter(({ kind }) => kind === "form").map(({ name }) => name);
  return forms.flatMap(({ route, links = [] }, index) =>
    [
      { pointer: `/contributes/forms/${index}/route`, name: route },
      ...links.map(({ route: name }, at) => ({ pointer: `/contributes/forms/${index}/links/${at}/route`, name })),
    ]
      .filter(({ name }) => name !== undefined && !known.includes(name))
      .map(({ pointer, name = "" }) => ({
        pointer,
        found: quote(name),
        allowed: 'a route of this plugin with "kind": "form"',
      })),
  );
};
