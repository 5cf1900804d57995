/** `svc operator members`: the members of a site, when no owner can manage them any more. */
import { ROLES } from "../../../runtime/commands/permissions.ts";
import type { CliCommand, Group, Invocation } from "../command/command.ts";
import { CONFIRM_OPTION, confirmed } from "./session/confirmation.ts";
import { columns, day, operation, pathPart } from "./session/operation.ts";

interface Member {
  readonly id: string;
  readonly issuer: string;
  readonly subject: string;
  readonly name: string | null;
  readonly role: string;
  readonly createdAt: number;
}

interface Changed {
  readonly member: Member | null;
  readonly changed: boolean;
}

const OF_SITE: CliCommand["options"] = [
  ["--tenant <id>", "the site's tenant"],
  ["--site-id <id>", "the site"],
];
const MEMBER = ["<member>", "the member's id, from svc operator members list"] as const;

interface NamedSite {
  /** For people. */
  readonly name: string;
  readonly path: string;
}

function siteIn({ options }: Invocation): NamedSite {
  const parts = [options.required("tenant"), options.required("siteId", "site-id")];
  return { name: parts.join("/"), path: `/sites/${parts.map(pathPart).join("/")}` };
}

const list = operation({
  name: "list",
  summary: "List the members of a site with their roles, issuers and subjects.",
  options: OF_SITE,
  examples: ["svc operator members list --tenant saltmarrow --site-id saltmarrow-yard"],
  run: async (session, invocation) => {
    const items = await session.all<Member>(`${siteIn(invocation).path}/members`);
    const rows = items.map(({ id, role, name, issuer, subject, createdAt }) => [
      id,
      role,
      name ?? "-",
      `${issuer} ${subject}`,
      day(createdAt),
    ]);
    return {
      ok: true,
      lines: items.length > 0 ? columns(rows) : ["The site has no members."],
      data: { address: session.site, items },
    };
  },
});

const ROLE_OPTION = ["--role <role>", `${ROLES.join(", ")} (default: owner)`] as const;

const add = operation({
  name: "add",
  summary: "Make a person of the identity provider a member of a site. A repeat changes nothing.",
  options: [
    ...OF_SITE,
    ["--issuer <issuer>", "the identity provider's issuer"],
    ["--subject <subject>", "the person's subject there"],
    ["--name <name>", "the name by which other members know the person"],
    ROLE_OPTION,
  ],
  examples: [
    "svc operator members add --tenant saltmarrow --site-id saltmarrow-yard --issuer https://login.example --subject 00u1a2b3",
  ],
  run: async (session, invocation) => {
    const { options } = invocation;
    const site = siteIn(invocation);
    const role = options.oneOf("role", ROLES, "owner");
    const name = options.text("name");
    const body = {
      issuer: options.required("issuer"),
      subject: options.required("subject"),
      role,
      ...(name !== undefined && { name }),
    };
    const { value } = await session.send<Changed>("POST", `${site.path}/members`, body);
    return {
      ok: true,
      lines: [`${body.subject} is ${role} of ${site.name}${value.changed ? "" : ", as before"}.`],
      data: { address: session.site, ...value },
    };
  },
});

const role = operation({
  name: "role",
  summary: "Give a member of a site another role, also its last owner.",
  argument: MEMBER,
  second: ["<role>", ROLES.join(", ")],
  options: [...OF_SITE, CONFIRM_OPTION],
  examples: ["svc operator members role <member> viewer --tenant saltmarrow --site-id saltmarrow-yard"],
  run: async (session, invocation) => {
    const [id = "", next = ""] = invocation.args;
    const site = siteIn(invocation);
    await confirmed(
      `${next.toUpperCase()} ${site.name}`,
      `The member ${id} of ${site.name} gets the role ${next}.`,
      invocation,
    );
    const { value } = await session.send<Changed>("PUT", `${site.path}/members/${pathPart(id)}/role`, {
      role: next,
    });
    return {
      ok: true,
      lines: [`${id} is ${next} of ${site.name}${value.changed ? "" : ", as before"}.`],
      data: { address: session.site, ...value },
    };
  },
});

const remove = operation({
  name: "remove",
  summary: "Remove a member of a site with their logins and agents, also its last owner.",
  argument: MEMBER,
  options: [...OF_SITE, CONFIRM_OPTION],
  examples: ["svc operator members remove <member> --tenant saltmarrow --site-id saltmarrow-yard"],
  run: async (session, invocation) => {
    const [id = ""] = invocation.args;
    const site = siteIn(invocation);
    await confirmed(`REMOVE ${site.name}`, `The member ${id} can no longer work on ${site.name}.`, invocation);
    const { value } = await session.send<Changed>("DELETE", `${site.path}/members/${pathPart(id)}`);
    return {
      ok: true,
      lines: [value.changed ? `${id} is no member of ${site.name} any more.` : `${id} was no member of ${site.name}.`],
      data: { address: session.site, ...value },
    };
  },
});

interface OwnerLink {
  readonly address: string;
  readonly expiresAt: number;
}

const ownerLink = operation({
  name: "owner-link",
  summary:
    "Print a link by which a person who is no member becomes the owner of a site without owners. It ends an earlier one.",
  options: OF_SITE,
  examples: ["svc operator members owner-link --tenant saltmarrow --site-id saltmarrow-yard"],
  run: async (session, invocation) => {
    const { value } = await session.send<OwnerLink>("POST", `${siteIn(invocation).path}/owner-link`);
    return {
      ok: true,
      lines: [value.address],
      talk: [`The link works once, until ${day(value.expiresAt)}.`],
      data: { site: session.site, ...value },
    };
  },
});

export const MEMBERS: Group = {
  name: "members",
  summary: "Manage the members of a site, when no owner can do it any more.",
  example: "svc operator members list --tenant saltmarrow --site-id saltmarrow-yard",
  commands: [list, add, role, remove, ownerLink],
};
