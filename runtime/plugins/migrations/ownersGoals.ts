import type { Capabilities } from "../../../manifests/capabilities/capabilities.ts";
import { encodePointer, quote } from "../../../manifests/refusals/pointer.ts";
import type { Issue } from "../../../manifests/refusals/refusal.ts";
import { addressEntries } from "../letters/settingAddresses.ts";

type Values = Readonly<Record<string, unknown>>;

const valueOf = (values: Values, name: string): unknown => (Object.hasOwn(values, name) ? values[name] : undefined);

/** The hosts of a setting: a list of hosts, or an address, of which only the host counts. */
const hostsIn = (value: unknown): string[] =>
  [value]
    .flat()
    .filter((one) => typeof one === "string" && one !== "")
    .map((one) => URL.parse(String(one))?.hostname ?? String(one));

/** An address with its form, so that no address gets letters about other forms. */
const addressesIn = (value: unknown): string[] =>
  addressEntries(value).map(({ address, form }) => JSON.stringify([address, form]));

interface Goal {
  readonly name: string | undefined;
  readonly found: (value: unknown) => string[];
  readonly allowed: string;
}

const goalsOf = ({ http, mail }: Capabilities): Goal[] => [
  { name: http?.hostsFrom, found: hostsIn, allowed: "only hosts that an owner wrote into this setting" },
  { name: mail?.addressesFrom, found: addressesIn, allowed: "only addresses that an owner wrote into this setting" },
];

/**
 * The goals of data that a migration adds to a setting. It may keep or remove what the owner wrote there. A new version
 * could otherwise choose the hosts and addresses itself.
 */
export const goalIssues = (capabilities: Capabilities = {}, before: Values, after: Values): Issue[] =>
  goalsOf(capabilities).flatMap(({ name, found, allowed }): Issue[] => {
    if (name === undefined) return [];
    const known = new Set(found(valueOf(before, name)));
    const added = found(valueOf(after, name)).find((one) => !known.has(one));
    return added === undefined ? [] : [{ pointer: encodePointer(["values", name]), found: quote(added), allowed }];
  });
