/** The files that make systemd or launchd start a site directory with its user's session. */

/** The program that the file starts, by absolute paths. */
export interface ServedDirectory {
  /** The site directory. */
  readonly directory: string;
  /** The Node that runs the program. */
  readonly node: string;
  /** The installed `svc` of the site directory. */
  readonly program: string;
}

/** The first words of every written file. A file without them is another program's. */
const MARK = "Written by svc service install for";
// A line of a file cannot hold these. A backslash at the end of a line would join the next one.
const UNWRITABLE = /[\p{Cc}\u2028\u2029]|[\\\s]$/u;

/** Tells whether a path can stand in such a file. */
export const isWritable = (path: string): boolean => !UNWRITABLE.test(path);

const markOf = (directory: string): string => `${MARK} ${directory}`;

/** Tells whether svc service install wrote a file: its first or second line says so. */
export const isOurs = (text: string): boolean => text.split("\n", 2).some((line) => line.includes(MARK));

/** An argument of a command of systemd: quoted, without its specifiers and variables. */
const argument = (text: string): string =>
  `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("%", "%%").replaceAll("$", "$$$$")}"`;

/** A systemd unit of a user. */
export const systemdUnit = ({ directory, node, program }: ServedDirectory): string => `# ${markOf(directory)}
[Unit]
Description=Drawbridge
Wants=network-online.target
After=network-online.target

[Service]
Type=exec
WorkingDirectory=${directory.replaceAll("%", "%%")}
ExecStart=${[node, program, "start"].map(argument).join(" ")}
Restart=on-failure
RestartSec=2
TimeoutStopSec=20
KillMode=mixed
UMask=0077
NoNewPrivileges=yes

[Install]
WantedBy=default.target
`;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (found) => ENTITIES[found] ?? "");
/** A comment of XML cannot hold two hyphens. */
const commented = (text: string): string => escaped(text).replaceAll("--", "-&#45;");
const string = (text: string): string => `<string>${escaped(text)}</string>`;

/** A launchd agent of a user. */
export const launchdAgent = (label: string, { directory, node, program }: ServedDirectory): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<!-- ${commented(markOf(directory))} -->
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  ${string(label)}
  <key>ProgramArguments</key>
  <array>
    ${[node, program, "start"].map(string).join("\n    ")}
  </array>
  <key>WorkingDirectory</key>
  ${string(directory)}
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>Umask</key>
  <integer>63</integer>
</dict>
</plist>
`;
