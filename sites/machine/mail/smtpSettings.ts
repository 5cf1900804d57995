import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { SmtpFile } from "../../cli/directory/servingShape.ts";
import { Problem, reason } from "../process/problem.ts";

/** The mail server of this machine, with its password. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** True: TLS from the start. False: STARTTLS, which is demanded. */
  readonly isTlsFirst: boolean;
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** The sender's address of every letter. */
  readonly from: string;
  /** Certificates of a private authority (PEM). Undefined: those that Node trusts. */
  readonly ca: string | undefined;
}

/** This process's environment. The password is deleted after reading, so that no child process inherits it. */
type OwnEnvironment = Record<string, string | undefined>;

const PASSWORD = "SVC_SMTP_PASSWORD";

/** Combines the settings of a file with the password of the environment. */
export function smtpSettings(file: SmtpFile, folder: string, environment: OwnEnvironment): SmtpSettings {
  const password = environment[PASSWORD] || undefined;
  delete environment[PASSWORD];
  const { host, port = 465, user, from, ca } = file;
  if (user !== undefined && password === undefined)
    throw new Problem(`The password of the mail server is missing. Set ${PASSWORD}, or leave out "user".`);
  return {
    host,
    port,
    isTlsFirst: port === 465,
    user,
    password,
    from,
    ca: ca === undefined ? undefined : readText(resolve(folder, ca)),
  };
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new Problem(`Cannot read the certificates in ${path} (${reason(error)}).`, { cause: error });
  }
}
