/** A strict reader of calendars (RFC 5545). It refuses what a careful client would refuse. */

const NAME = /^[A-Z][A-Z0-9-]*(?:;[A-Z][A-Z0-9-]*=[^;:,"]+)*$/;
const REQUIRED = { VCALENDAR: ["VERSION", "PRODID"], VEVENT: ["UID", "DTSTAMP", "DTSTART"] } as const;
const FORMS: Readonly<Record<string, RegExp>> = {
  DTSTAMP: /^\d{8}T\d{6}Z$/,
  "DTSTART;VALUE=DATE": /^\d{8}$/,
  "DTEND;VALUE=DATE": /^\d{8}$/,
  DTSTART: /^\d{8}T\d{6}Z$/,
  DTEND: /^\d{8}T\d{6}Z$/,
};
const TEXTS = new Set(["SUMMARY", "DESCRIPTION", "LOCATION", "UID", "X-WR-CALNAME", "CATEGORIES"]);

type Properties = Record<string, string>;

function require(holds: boolean, says: string): asserts holds {
  if (!holds) throw new Error(says);
}

/** The lines of the text, unfolded. */
function linesOf(text: string): string[] {
  require(text.endsWith("\r\n"), "the text does not end with CRLF");
  const physical = text.slice(0, -2).split("\r\n");
  for (const line of physical) {
    require(!/[\r\n]/.test(line), "a line break that is not CRLF");
    require(Buffer.byteLength(line) <= 75, `a line of ${Buffer.byteLength(line)} bytes`);
    require(line.isWellFormed() && line !== "", "a broken or empty line");
  }
  const lines: string[] = [];
  for (const line of physical) {
    if (line.startsWith(" ")) lines.push((lines.pop() ?? "") + line.slice(1));
    else lines.push(line);
  }
  return lines;
}

function unescaped(text: string): string {
  require(!/(?<!\\)(?:\\\\)*[;,]/.test(text.replace(/\\[;,]/g, "")), `an unescaped separator in ${text}`);
  return text.replace(/\\([\\;,nN])/g, (_all, one: string) => (one.toLowerCase() === "n" ? "\n" : one));
}

function readEvent(lines: readonly string[], required: readonly string[]): Properties {
  const found: Properties = {};
  for (const line of lines) {
    const at = line.indexOf(":");
    const [name, value] = [line.slice(0, at), line.slice(at + 1)];
    require(at > 0 && NAME.test(name), `the line ${line}`);
    require(!Object.hasOwn(found, name), `a second ${name}`);
    require(FORMS[name]?.test(value) ?? true, `the value of ${name}: ${value}`);
    found[name] = TEXTS.has(name) ? unescaped(value) : value;
  }
  for (const name of required) require(Object.keys(found).some((one) => one.split(";")[0] === name), `no ${name}`);
  return found;
}

/** The properties of each event. Throws if the text is not a valid calendar. */
export function readCalendar(text: string): Properties[] {
  const lines = linesOf(text);
  require(lines.shift() === "BEGIN:VCALENDAR" && lines.pop() === "END:VCALENDAR", "no calendar around all");
  const first = lines.indexOf("BEGIN:VEVENT");
  readEvent(first < 0 ? lines : lines.slice(0, first), REQUIRED.VCALENDAR);
  const events: Properties[] = [];
  for (let at = first; at >= 0 && at < lines.length;) {
    require(lines[at] === "BEGIN:VEVENT", `${lines[at]} between events`);
    const end = lines.indexOf("END:VEVENT", at);
    require(end > at, "an event without an end");
    events.push(readEvent(lines.slice(at + 1, end), REQUIRED.VEVENT));
    at = end + 1;
  }
  require(new Set(events.map(({ UID }) => UID)).size === events.length, "two events of one UID");
  return events;
}
