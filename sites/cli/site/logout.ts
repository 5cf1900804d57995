/** `svc logout`: ends the command line's login on the server, and deletes it here. */
import type { CliCommand, Invocation, Outcome } from "../command/command.ts";
import { readSite, SITE_OPTION } from "./address.ts";
import { dropLogin, keptLogin } from "./logins.ts";
import { problemOf } from "./problem.ts";
import { requestSite } from "./request.ts";

async function run({ options, environment, now }: Invocation): Promise<Outcome> {
  const site = readSite(options, environment);
  const kept = keptLogin(site, environment, now);
  if (!kept) {
    dropLogin(site, environment);
    return { ok: true, lines: [`Not logged in at ${site}.`], data: { site, ended: false } };
  }
  const query = options.isSet("everywhere") ? "?everywhere=true" : "";
  const reply = await requestSite(site, `/api/auth/logout${query}`, {
    method: "POST",
    headers: { origin: site, cookie: `${kept.cookie}=${kept.login}` },
  });
  if (reply.status !== 204) return problemOf(reply, { site });
  dropLogin(site, environment);
  return { ok: true, lines: [`Logged out at ${site}.`], data: { site, ended: true } };
}

export const logout: CliCommand = {
  name: "logout",
  summary: "Log out at a site: end the login of svc login.",
  options: [SITE_OPTION, ["--everywhere", "end all your logins there, including those in browsers"]],
  examples: [
    "svc logout --site http://demo.localhost:8787",
    "svc logout --site http://demo.localhost:8787 --everywhere",
  ],
  run,
};
