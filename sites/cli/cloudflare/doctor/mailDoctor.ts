/** Checks what the world's mail servers read in the DNS about the sender of letters. Changes nothing. */
import { Resolver } from "node:dns/promises";
import { siteFileIn } from "../../directory/siteFile.ts";
import { Trouble } from "../../command/command.ts";
import { fault, type Finding } from "../descriptor/check.ts";
import type { Verdict } from "./doctor.ts";

/** The texts of a name in the DNS. An unknown name has none. Rejects if nobody answers. */
export type ReadTexts = (name: string) => Promise<readonly string[]>;

const DNS_TIMEOUT_MS = 5_000;
const NONE: ReadonlySet<unknown> = new Set(["ENOTFOUND", "ENODATA"]);

/** Asks the resolver of this machine. */
export const systemTexts: ReadTexts = async (name) => {
  try {
    const found = await new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 }).resolveTxt(name);
    return found.map((parts) => parts.join(""));
  } catch (error) {
    if (NONE.has((error as { readonly code?: unknown }).code)) return [];
    throw error;
  }
};

interface Sender {
  readonly domain: string;
  /** The name of the key with which the mail server signs. Undefined if the operator named none. */
  readonly selector: string | undefined;
}

interface MailCheck {
  readonly id: string;
  readonly title: string;
  /** Undefined if the check cannot run. */
  find(sender: Sender, texts: ReadTexts): Promise<readonly Finding[] | undefined>;
}

const isOf = (version: string) => (text: string) => text.toLowerCase().startsWith(version);
const quoted = (texts: readonly string[]): string => texts.map((text) => JSON.stringify(text)).join(" and ");

const AS_PROVIDER_SAYS = "Set the record that the provider of your mail server names.";

const SPF: MailCheck = {
  id: "mail.spf",
  title: "SPF names the servers that send for the domain",
  async find({ domain }, texts) {
    const found = (await texts(domain)).filter(isOf("v=spf1"));
    const [record = ""] = found;
    if (found.length !== 1)
      return [
        fault(`TXT ${domain}`, found.length === 0 ? "no SPF" : quoted(found), "one text v=spf1 …", AS_PROVIDER_SAYS),
      ];
    if (/(?:^|\s)\+?all\b/i.test(record))
      return [
        fault(
          `TXT ${domain}`,
          quoted(found),
          "an end such as -all or ~all",
          "Replace +all, with which everybody may send.",
        ),
      ];
    return [];
  },
};

const DKIM: MailCheck = {
  id: "mail.dkim",
  title: "DKIM has the key that signs letters",
  async find({ domain, selector }, texts) {
    if (selector === undefined) return undefined;
    const name = `${selector}._domainkey.${domain}`;
    const found = await texts(name);
    if (found.length === 1 && /(?:^|;)\s*p=[A-Za-z0-9+/]/.test(found[0] ?? "")) return [];
    return [
      fault(
        `TXT ${name}`,
        found.length === 0 ? "nothing" : quoted(found),
        "one text with a key (p=…)",
        AS_PROVIDER_SAYS,
      ),
    ];
  },
};

/** The domain and those above it, down to two labels, as receivers look for the policy. */
function* policyNames(domain: string): Generator<string> {
  const labels = domain.split(".");
  for (let at = 0; at < Math.max(1, labels.length - 1); at += 1) yield `_dmarc.${labels.slice(at).join(".")}`;
}

const DMARC: MailCheck = {
  id: "mail.dmarc",
  title: "DMARC says what becomes of forged letters",
  async find({ domain }, texts) {
    for (const name of policyNames(domain)) {
      const found = (await texts(name)).filter(isOf("v=dmarc1"));
      if (found.length === 0) continue;
      const policy = /;\s*p=\s*(none|quarantine|reject)\s*(?:;|$)/i.exec(found[0] ?? "")?.[1]?.toLowerCase();
      const where = `TXT ${name}`;
      if (found.length > 1 || policy === undefined)
        return [fault(where, quoted(found), "one text v=DMARC1; p=…", "Set one record with a policy.")];
      const mend = "Once its reports name no server of yours, set p=quarantine or p=reject.";
      return policy === "none"
        ? [{ level: "warning", where, found: "p=none", allowed: "p=quarantine or p=reject", mend }]
        : [];
    }
    return [
      fault(
        `TXT _dmarc.${domain}`,
        "no DMARC",
        "one text v=DMARC1; p=…",
        'Set "v=DMARC1; p=none; rua=mailto:…" first.',
      ),
    ];
  },
};

export const MAIL_CHECKS: readonly MailCheck[] = [SPF, DKIM, DMARC];

/** Runs the checks of one sender. A check that nobody answers is `unchecked`, which is no pass. */
export const diagnoseMail = (sender: Sender, texts: ReadTexts): Promise<Verdict[]> =>
  Promise.all(
    MAIL_CHECKS.map(async (check): Promise<Verdict> => {
      const { id, title } = check;
      const findings = await check.find(sender, texts).catch(() => undefined);
      if (!findings) return { id, title, outcome: "unchecked", findings: [] };
      return { id, title, outcome: findings.length > 0 ? "found" : "passed", findings };
    }),
  );

/** The domain of the sender that a site directory names. */
export function senderDomainIn(folder: string): string {
  const { serve } = siteFileIn(folder);
  if (serve?.smtp === undefined) throw new Trouble(`The svc.jsonc in ${folder} names no mail server (serve.smtp).`);
  const { from } = serve.smtp;
  return from.slice(from.lastIndexOf("@") + 1).toLowerCase();
}
