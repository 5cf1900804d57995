import { languageOf } from "../../../words/asked.ts";
import { type Action, type PageActions, FORCED } from "../desk/action.ts";
import { withQuery } from "../desk/address.ts";
import { findCommandRoute } from "../desk/area.ts";
import { choosingLanguage } from "../language/choosing.ts";
import type { MadeLink } from "./links.ts";
import { memberList } from "./members.ts";
import { limitingAction } from "./limits.ts";
import { ACCOUNT_AREA, AGENTS_PATH, memberPath, PEOPLE_AREA } from "./area.ts";

const ofMember: Action["ask"] = ({ subject }) => ({ segments: { member: subject ?? "" } });
const back =
  (path: string, done: string): Action["after"] =>
  () =>
    withQuery(path, { done });
const backToMember =
  (done: string): Action["after"] =>
  ({ subject }) =>
    withQuery(memberPath(subject ?? ""), { done });

const ending = (command: string, of: string, after: Action["after"]): Action => ({
  route: findCommandRoute(command),
  fields: [of],
  ask: (_, fields) => ({ segments: { [of]: fields.get(of) ?? "" } }),
  after,
});

export const INVITING: PageActions = {
  invite: {
    route: findCommandRoute("member.invite"),
    fields: ["name", "issuer", "subject", "role"],
    ask({ env }, fields) {
      const [other, subject, role] = ["issuer", "subject", "role"].map((name) => (fields.get(name) ?? "").trim());
      const name = (fields.get("name") ?? "").trim();
      return { body: { issuer: other || env.OIDC_ISSUER, subject, role, ...(name === "" ? {} : { name }) } };
    },
    after: back(PEOPLE_AREA.path, "invited"),
  },
  link: {
    route: findCommandRoute("member.link"),
    fields: ["name", "role", "days"],
    ask(_, fields) {
      const name = (fields.get("name") ?? "").trim();
      const body = { role: fields.get("role") ?? "", days: Number(fields.get("days")) };
      return { body: { ...body, ...(name === "" ? {} : { name }) } };
    },
    tell: (desk, answer) => memberList(desk, {}, answer as MadeLink),
  },
  letter: {
    route: findCommandRoute("mail.invite"),
    fields: ["address", "link"],
    ask({ request }, fields) {
      const address = (fields.get("address") ?? "").trim();
      return { body: { address, link: fields.get("link") ?? "", language: languageOf(request) } };
    },
    after: back(PEOPLE_AREA.path, "lettered"),
  },
  unlink: ending("member.unlink", "link", back(PEOPLE_AREA.path, "unlinked")),
};

export const MEMBER_ACTIONS: PageActions = {
  role: {
    route: findCommandRoute("member.role"),
    fields: ["role"],
    ask: async (desk, fields) => ({ ...(await ofMember(desk, fields)), body: { role: fields.get("role") ?? "" } }),
    after: backToMember("changed"),
  },
  languages: limitingAction(backToMember("limited")),
  logout: { route: findCommandRoute("member.logout"), fields: [], ask: ofMember, after: backToMember("ended") },
  remove: {
    route: findCommandRoute("member.remove"),
    fields: [FORCED],
    isAskedTwice: true,
    ask: ofMember,
    after: back(PEOPLE_AREA.path, "removed"),
  },
};

export const AGENT_ACTIONS: PageActions = { agent: ending("member.agent.stop", "agent", back(AGENTS_PATH, "stopped")) };

export const ACCOUNT_ACTIONS: PageActions = {
  login: ending("login.stop", "login", back(ACCOUNT_AREA.path, "ended")),
  agent: ending("agent.stop", "agent", back(ACCOUNT_AREA.path, "stopped")),
  language: choosingLanguage(ACCOUNT_AREA.path),
};
