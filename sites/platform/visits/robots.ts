import { isbot } from "isbot";
import { remembering } from "../../../manifests/memory/remembering.ts";

const AGENTS_KNOWN = 500;
/** Longer names of browsers do not exist. A long text would cost the pattern of robots more time than the answer. */
const AGENT_MAX_CHARS = 512;

const known = remembering(AGENTS_KNOWN, (agent: string) => isbot(agent));

/** Tells whether a program names itself as one without a reader. A request without a name comes from a program. */
export const isRobot = (agent: string | null | undefined): boolean =>
  agent === null || agent === undefined || agent === "" || agent.length > AGENT_MAX_CHARS || known(agent);
