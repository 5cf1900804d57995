/** Makes, lists and revokes invitation links, with the rights of the member who is logged in. */
import { INVITATION_LINK_DAYS, INVITATION_LINK_MAX_DAYS } from "../../../manifests/bounds/logins.ts";
import { type Role, ROLES } from "../../../runtime/commands/permissions.ts";
import { type CliCommand, type Group, type Invocation, type Outcome, Trouble, UsageError } from "../command/command.ts";
import { SITE_OPTION } from "../site/address.ts";
import { sessionFor } from "../site/session.ts";

const PATH = "/api/members/invitation-links";

interface LinkView {
  readonly id: string;
  readonly role: Role;
  readonly name: string | null;
  readonly expiresAt: number;
  readonly state: string;
}

interface MadeLink {
  readonly link: LinkView;
  /** Null if this is a retry: the site made the link before, and shows its secret only once. */
  readonly address: string | null;
}

interface LinkPage {
  readonly items: readonly LinkView[];
  readonly next: string | null;
}

const until = ({ expiresAt }: LinkView): string => new Date(expiresAt).toISOString().slice(0, 10);

const lineOf = (link: LinkView): string =>
  `${link.id}  ${link.role.padEnd(6)}  ${link.state.padEnd(8)}  until ${until(link)}  ${link.name ?? ""}`.trimEnd();

function daysIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const days = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > INVITATION_LINK_MAX_DAYS)
    throw new UsageError(`--days takes a number from 1 to ${INVITATION_LINK_MAX_DAYS}, not ${JSON.stringify(text)}.`);
  return days;
}

function roleIn({ options }: Invocation): Role {
  const named = options.required("role");
  const role = ROLES.find((one) => one === named);
  if (role === undefined) throw new UsageError(`--role takes ${ROLES.join(", ")}, not ${JSON.stringify(named)}.`);
  return role;
}

async function makeInvitation(invocation: Invocation): Promise<Outcome> {
  const { options } = invocation;
  const [role, days, name] = [roleIn(invocation), daysIn(options.text("days")), options.text("name")];
  const session = sessionFor(invocation);
  const body = { role, ...(name !== undefined && { name }), ...(days !== undefined && { days }) };
  const { link, address } = await session.change<MadeLink>("POST", PATH, { body });
  if (address === null)
    throw new Trouble(
      `The link was made, and its address was lost on the way. Take it back: svc member uninvite ${link.id} --site ${session.site}`,
    );
  return {
    ok: true,
    lines: [address],
    data: { site: session.site, link, address },
    talk: [
      `It lets one person join as ${role} until ${until(link)}, while your own role may invite.`,
      `Nobody can show it again. Take it back: svc member uninvite ${link.id} --site ${session.site}`,
    ],
  };
}

const invite: CliCommand = {
  name: "invite",
  summary: "Make a link that lets one person join the site, and print it once.",
  options: [
    SITE_OPTION,
    ["--role <role>", `the role of the person who joins: ${ROLES.join(", ")}; only owners invite owners`],
    ["--name <name>", "the name under which the site lists the person"],
    ["--days <number>", `days until it ends, at most ${INVITATION_LINK_MAX_DAYS} (default: ${INVITATION_LINK_DAYS})`],
  ],
  examples: ["svc member invite --role editor --site http://demo.localhost:8787"],
  run: makeInvitation,
};

async function listInvitations(invocation: Invocation): Promise<Outcome> {
  const session = sessionFor(invocation);
  const links: LinkView[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const query: string = cursor === "" ? "" : `?cursor=${encodeURIComponent(cursor)}`;
    const { items, next }: LinkPage = await session.get<LinkPage>(PATH + query);
    links.push(...items);
    cursor = next;
  }
  const lines = links.length === 0 ? ["There are no invitation links."] : links.map(lineOf);
  return { ok: true, lines, data: { site: session.site, links } };
}

const invitations: CliCommand = {
  name: "invitations",
  summary: "List the invitation links of the site. None shows its address.",
  options: [SITE_OPTION],
  examples: ["svc member invitations --site http://demo.localhost:8787"],
  run: listInvitations,
};

const uninvite: CliCommand = {
  name: "uninvite",
  summary: "Take an invitation link back. A person who has it cannot join any more.",
  argument: ["<link>", "the link's id, as svc member invitations lists it"],
  options: [SITE_OPTION],
  examples: [`svc member uninvite ${"0a1b2c3d".repeat(8)} --site http://demo.localhost:8787`],
  async run(invocation) {
    const session = sessionFor(invocation);
    const { link } = await session.change<{ link: LinkView }>(
      "DELETE",
      `${PATH}/${encodeURIComponent(invocation.args[0] ?? "")}`,
    );
    return { ok: true, lines: [lineOf(link)], data: { site: session.site, link } };
  },
};

export const MEMBER: Group = {
  name: "member",
  summary: "Invite people to a site by links, as a member who may.",
  example: "svc member invite --role editor",
  commands: [invite, invitations, uninvite],
};
