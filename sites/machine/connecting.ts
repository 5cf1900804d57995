/** The addresses of this run's MCP servers. */
export interface AgentServers {
  /** Addresses of the public server, one for each site. */
  readonly open: readonly string[];
  /** Address of the members' server, for all sites. */
  readonly members: string;
}

type Command = (name: string, address: string) => string;

const PROGRAMS: readonly (readonly [string, Command])[] = [
  ["Claude Code", (name, address) => `claude mcp add --transport http ${name} ${address}`],
  ["VS Code", (name, address) => `code --add-mcp '${JSON.stringify({ name, type: "http", url: address })}'`],
  ["Inspector", (_, address) => `npx @modelcontextprotocol/inspector  (then: Streamable HTTP, ${address})`],
];

/** The lines that tell a person how to connect an agent. */
export function connecting({ open: [first = ""], members }: AgentServers): string[] {
  const lines = (
    [
      ["everybody", "drawbridge", first],
      ["members", "drawbridge-members", members],
    ] as const
  ).flatMap(([who, name, address]) => [
    `  As ${who}:`,
    ...PROGRAMS.map(([program, command]) => `    ${program.padEnd(12)} ${command(name, address)}`),
  ]);
  return [
    "",
    "Connect an agent. To act as a member, it opens the login page and asks what you allow:",
    ...lines,
    "  Claude, ChatGPT  add either address as a custom connector; they need https, so use a tunnel or deploy",
  ];
}
