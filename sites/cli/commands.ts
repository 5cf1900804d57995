import type { Command } from "./command.ts";
import { login } from "./login.ts";
import { logout } from "./logout.ts";
import { check } from "./plugin/check.ts";
import { init } from "./plugin/init.ts";
import { keygen } from "./plugin/keygen.ts";
import { pack } from "./plugin/pack.ts";
import { sign } from "./plugin/sign.ts";
import { types } from "./plugin/types.ts";
import { verify } from "./plugin/verify.ts";

/** Every command of `svc` itself. */
export const OWN_COMMANDS: readonly Command[] = [login, logout];

/** Every command of `svc plugin`, in the order an author needs them. */
export const COMMANDS: readonly Command[] = [init, types, check, pack, keygen, sign, verify];
