/** Rules of letters: whom they may reach, and what they need beside them. */
import { isOfClock, type LetterDeclaration } from "../manifest/letter.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { chosenIssues } from "./ownersSetting.ts";
import { quote } from "../refusals/pointer.ts";
import type { Issue } from "../refusals/refusal.ts";
import { schemaIssues } from "./sectionRules.ts";
import type { JsonSchema } from "../shapes/shape.ts";

type Properties = Readonly<Record<string, JsonSchema>>;

const propertiesOf = ({ contributes: { settings } }: Manifest): Properties =>
  (settings?.["properties"] ?? {}) as Properties;

const settingIn = (manifest: Manifest, name: string): JsonSchema | undefined => {
  const properties = propertiesOf(manifest);
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
};

/** Only an owner writes addresses. A value of the schema would be the author's, and nobody could read a secret. */
function addressIssues(manifest: Manifest): Issue[] {
  const { mail } = manifest.capabilities ?? {};
  if (!mail) return [];
  const pointer = "/capabilities/mail/addressesFrom";
  const isWanted = mail.to.includes("addresses");
  if (mail.addressesFrom === undefined)
    return isWanted ? [{ pointer, found: "nothing", allowed: "the setting with the addresses" }] : [];
  if (!isWanted)
    return [{ pointer, found: quote(mail.addressesFrom), allowed: "nothing here without addresses in to" }];
  const setting = settingIn(manifest, mail.addressesFrom);
  if (!setting || setting["writeOnly"] === true || setting["type"] !== "array")
    return [{ pointer, found: quote(mail.addressesFrom), allowed: "a list among the settings that is not a secret" }];
  const { settings = {} } = manifest.contributes;
  return chosenIssues(settings, mail.addressesFrom, "no address here, because the owner writes them");
}

interface Placed {
  readonly manifest: Manifest;
  readonly letter: LetterDeclaration;
  readonly at: string;
}

type LetterRule = (placed: Placed) => Issue | false;

const receivers: LetterRule = ({ manifest: { capabilities }, letter: { to }, at }) =>
  !capabilities?.mail?.to.includes(to) && {
    pointer: `${at}/to`,
    found: quote(to),
    allowed: "one of /capabilities/mail/to",
  };

const events: LetterRule = ({ manifest: { kind }, letter: { on }, at }) =>
  on === undefined &&
  kind === "declarative" && {
    pointer: `${at}/on`,
    found: "nothing",
    allowed: "an event, because no code sends the letter",
  };

const submitters: LetterRule = ({ letter: { to, on }, at }) =>
  to === "submitter" &&
  on !== undefined &&
  on !== "form" && {
    pointer: `${at}/on`,
    found: quote(on),
    allowed: "form, which has a submitter",
  };

/** Visitors subscribe with one form. Only code knows when there is something to tell them. */
const subscribers: LetterRule = ({ manifest: { contributes }, letter: { to, on, form }, at }) => {
  if (to !== "subscribers")
    return (
      form !== undefined && {
        pointer: `${at}/form`,
        found: quote(form),
        allowed: "nothing here but in a letter to subscribers",
      }
    );
  const isTheirs = contributes.forms?.some(({ name, subscribes }) => name === form && subscribes === true);
  if (!isTheirs)
    return {
      pointer: `${at}/form`,
      found: form === undefined ? "nothing" : quote(form),
      allowed: "a form of this plugin with subscribes",
    };
  return (
    on !== undefined && { pointer: `${at}/on`, found: quote(on), allowed: "nothing, because code sends such a letter" }
  );
};

const conditions: LetterRule = ({ manifest, letter: { when }, at }) =>
  when !== undefined &&
  settingIn(manifest, when.setting) === undefined && {
    pointer: `${at}/when/setting`,
    found: quote(when.setting),
    allowed: "a setting of this plugin",
  };

const replacements: LetterRule = ({ letter: { to, on, replaces }, at }) =>
  replaces !== undefined &&
  (to !== "members" || on !== "form") && {
    pointer: `${at}/replaces`,
    found: quote(replaces),
    allowed: "nothing here but in a letter to members on form",
  };

/** Letters of the clock tell what visitors sent. So a plugin may not have them for addresses without forms. */
const clocks: LetterRule = ({ manifest: { capabilities }, letter: { to, on }, at }) =>
  isOfClock(on) &&
  to === "addresses" &&
  capabilities?.forms === undefined && {
    pointer: `${at}/on`,
    found: quote(on),
    allowed: "this event with forms among the capabilities",
  };

/** No word that a visitor wrote may reach an address that a visitor wrote, so such data are no free text. */
const isClosed = (schema: JsonSchema): boolean =>
  ["integer", "number", "boolean"].includes(String(schema["type"])) ||
  "enum" in schema ||
  "const" in schema ||
  ["date", "date-time", "time"].includes(String(schema["format"]));

const closedData: LetterRule = ({ letter: { to, data }, at }) => {
  if (data === undefined) return false;
  if (to !== "submitter")
    return { pointer: `${at}/data`, found: "a schema", allowed: "nothing here but in a letter to a submitter" };
  const open = Object.entries((data["properties"] ?? {}) as Properties).find(([, schema]) => !isClosed(schema));
  return (
    open !== undefined && {
      pointer: `${at}/data/properties/${open[0]}`,
      found: "a value with free text",
      allowed: "a number, true or false, a choice, a date or a time",
    }
  );
};

const RULES: readonly LetterRule[] = [
  receivers,
  events,
  submitters,
  subscribers,
  conditions,
  replacements,
  clocks,
  closedData,
];

export const letterIssues = (manifest: Manifest): Issue[] => [
  ...addressIssues(manifest),
  ...(manifest.contributes.letters ?? []).flatMap((letter, index) => [
    ...(letter.data ? schemaIssues(letter.data, `/contributes/letters/${index}/data`) : []),
    ...RULES.map((rule) => rule({ manifest, letter, at: `/contributes/letters/${index}` })).filter(
      (issue) => issue !== false,
    ),
  ]),
];
