import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { type ServedDirectory, launchdAgent, systemdUnit } from "./unit.ts";

/** The place and the content of a site directory's file, and the commands that use it. */
export interface ServicePlace {
  readonly path: string;
  readonly content: string;
  /** Commands that start it and show whether it runs. */
  readonly start: readonly string[];
  /** The command that ends it. */
  readonly stop: string;
  readonly show: string;
}

/** The facts of the machine and its user that decide the place. */
export interface ServiceHost {
  readonly platform: string;
  readonly home: string;
  readonly configHome: string | undefined;
}

/** A name for a folder: its last part, and digits of its whole path, because two folders may have one last part. */
function nameOf(directory: string): string {
  const word = basename(directory)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  const digits = createHash("sha256").update(directory).digest("hex").slice(0, 8);
  return [word.slice(0, 40), digits].filter((part) => part !== "").join("-");
}

function systemd(served: ServedDirectory, { home, configHome }: ServiceHost): ServicePlace {
  const unit = `drawbridge-${nameOf(served.directory)}.service`;
  return {
    path: join(configHome ?? join(home, ".config"), "systemd", "user", unit),
    content: systemdUnit(served),
    start: [
      `systemctl --user daemon-reload && systemctl --user enable --now ${unit}`,
      "loginctl enable-linger    # to run it without a session of yours",
    ],
    stop: `systemctl --user disable --now ${unit}`,
    show: `systemctl --user status ${unit}`,
  };
}

function launchd(served: ServedDirectory, { home }: ServiceHost): ServicePlace {
  const label = `drawbridge.${nameOf(served.directory)}`;
  const path = join(home, "Library", "LaunchAgents", `${label}.plist`);
  return {
    path,
    content: launchdAgent(label, served),
    start: [`launchctl bootstrap gui/$(id -u) ~/Library/LaunchAgents/${label}.plist`],
    stop: `launchctl bootout gui/$(id -u)/${label}`,
    show: `launchctl print gui/$(id -u)/${label}`,
  };
}

/** Undefined for a system with another way to start programs. */
export function servicePlace(served: ServedDirectory, host: ServiceHost): ServicePlace | undefined {
  if (host.platform === "linux") return systemd(served, host);
  return host.platform === "darwin" ? launchd(served, host) : undefined;
}
