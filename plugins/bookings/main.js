/** Times that visitors book. A key under `coming:` holds a place at a time, so a time can never be booked too often. */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** The most characters of the choices of one section. Later days are left out. */
const CHOICES_MAX_CHARS = 28_000;

/** Entries that one call of the clock changes; the next call changes more. */
const MOVED_AT_ONCE = 100;
const REMINDED_AT_ONCE = 15;

const two = (number) => String(number).padStart(2, "0");

/** A moment as `20261201T0900`, in UTC. */
const slotOf = (moment) => new Date(moment).toISOString().slice(0, 16).replaceAll(/[-:]/g, "");

const momentOf = (slot) =>
  Date.parse(`${slot.slice(0, 4)}-${slot.slice(4, 6)}-${slot.slice(6, 8)}T${slot.slice(9, 11)}:${slot.slice(11, 13)}:00Z`);

const formats = new Map();

/** Formats are costly to make, and a page needs hundreds of times. */
function formatOf(language, timeZone, options) {
  const key = JSON.stringify([language, timeZone, options]);
  const known = formats.get(key) ?? new Intl.DateTimeFormat(language, { timeZone, ...options });
  formats.set(key, known);
  return known;
}

const NUMBERS = { hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit" };

/** The wall clock of a zone at a moment, as milliseconds as if it were UTC. */
function wallAt(moment, timeZone) {
  const parts = Object.fromEntries(
    formatOf("en-u-ca-iso8601", timeZone, NUMBERS).formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
  );
  return Date.UTC(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute);
}

/** The moment of a wall clock. Undefined if the clock leaves it out, as when summer time begins. */
function momentAt(wall, timeZone) {
  const first = wall - (wallAt(wall, timeZone) - wall);
  const moment = wall - (wallAt(first, timeZone) - first);
  return wallAt(moment, timeZone) === wall ? moment : undefined;
}

const minutesOf = (text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5));

const dayText = (wall) => new Date(wall).toISOString().slice(0, 10);

/** The moments of a day, as its hours say. `day` is midnight of the wall clock. */
function momentsOf(day, { hours, minutes, closed }, timeZone) {
  if (closed.includes(dayText(day))) return [];
  const name = DAYS[new Date(day).getUTCDay()];
  const starts = new Set();
  for (const { day: named, from, until } of hours) {
    if (named !== name) continue;
    const end = minutesOf(until);
    for (let start = minutesOf(from); start + minutes <= end; start += minutes) starts.add(start);
  }
  return [...starts].toSorted((one, other) => one - other).flatMap((start) => momentAt(day + start * MINUTE_MS, timeZone) ?? []);
}

/** All moments that can be booked now, whether they are free or not. */
function moments(settings, timeZone, now) {
  const earliest = now + settings.noticeHours * HOUR_MS;
  const today = Math.floor(wallAt(now, timeZone) / DAY_MS) * DAY_MS;
  const days = Array.from({ length: settings.daysAhead + 1 }, (_, n) => today + n * DAY_MS);
  return days.flatMap((day) => momentsOf(day, settings, timeZone)).filter((moment) => moment >= earliest);
}

const keyOf = (slot, place) => `coming:${slot}~${two(place)}`;

async function* entriesOf(ctx, prefix) {
  for (let after = ""; after !== null; ) {
    const { entries, next } = await ctx.storage.list({ prefix, ...(after === "" ? {} : { after }) });
    yield* entries;
    after = next;
  }
}

async function collected(ctx, prefix) {
  const all = [];
  for await (const entry of entriesOf(ctx, prefix)) all.push(entry);
  return all;
}

/** The number of places that are taken at each time. */
async function takenPlaces(ctx) {
  const taken = new Map();
  for await (const { key } of entriesOf(ctx, "coming:")) {
    const slot = key.slice("coming:".length, "coming:".length + 13);
    taken.set(slot, (taken.get(slot) ?? 0) + 1);
  }
  return taken;
}

const CLOCK = { hour: "2-digit", minute: "2-digit" };
const DAY = { weekday: "long", day: "numeric", month: "long" };

function choicesOf(free, language, timeZone) {
  const [clock, day] = [formatOf(language, timeZone, CLOCK), formatOf(language, timeZone, DAY)];
  const choices = [];
  let chars = 0;
  for (const moment of free) {
    const choice = { value: slotOf(moment), title: clock.format(moment), group: day.format(moment) };
    chars += JSON.stringify(choice).length + 1;
    if (chars > CHOICES_MAX_CHARS) break;
    choices.push(choice);
  }
  return choices;
}

/** @type {import("./plugin.d.ts").Data} */
export const data = {
  async times({ site: { language }, pages }, ctx) {
    const { timeZone } = ctx.site;
    const taken = await takenPlaces(ctx);
    const free = moments(ctx.settings, timeZone, Date.now()).filter(
      (moment) => (taken.get(slotOf(moment)) ?? 0) < ctx.settings.places,
    );
    const shown = { times: choicesOf(free, language, timeZone), zone: timeZone, place: ctx.settings.place };
    return Object.fromEntries(
      pages.map(({ page, sections }) => [page.id, Object.fromEntries(sections.map(({ id }) => [id, shown]))]),
    );
  },
};

const places = (slot, count) => Array.from({ length: count }, (_, n) => keyOf(slot, n + 1));

/** Takes the first free place at a time. False if there is none. */
async function take(ctx, slot, booking) {
  for (const key of places(slot, ctx.settings.places)) if (await ctx.storage.add(key, booking)) return true;
  return false;
}

/** The booking of a submission, with its key. */
async function bookingOf(ctx, submission) {
  const key = await ctx.storage.get(`of:${submission}`);
  const booking = typeof key === "string" ? await ctx.storage.get(key) : undefined;
  return booking?.submission === submission ? { key, booking } : undefined;
}

const detailsOf = ({ at, minutes }) => ({ at, minutes });

/** A letter that is not sent is no reason to lose a booking: a full outbox, or a submission that was deleted. */
async function write(ctx, letter) {
  try {
    await ctx.mail.send(letter);
  } catch (error) {
    console.warn(`The letter ${letter.letter} was not sent: ${error.code ?? error.name}`);
  }
}

/** Moves bookings to another list. */
async function move(ctx, entries, to, more = {}) {
  if (entries.length === 0) return;
  await ctx.storage.putMany(
    entries.map(({ key, value }) => ({ key: key.replace(/^[a-z]+:/, `${to}:`) + (to === "cancelled" ? `~${slotOf(Date.now())}` : ""), value: { ...value, ...more } })),
  );
  await ctx.storage.delete(...entries.flatMap(({ key, value }) => [key, ...(value.submission ? [`of:${value.submission}`] : [])]));
}

/** Lines of at most 75 octets, as calendars want them (RFC 5545, 3.1). */
function folded(line) {
  const lines = [];
  let [current, octets] = ["", 0];
  for (const sign of line) {
    const size = new TextEncoder().encode(sign).length;
    if (octets + size > 74) {
      lines.push(current);
      [current, octets] = [" ", 1];
    }
    current += sign;
    octets += size;
  }
  return [...lines, current].join("\r\n");
}

const escaped = (text) => text.replaceAll(/[\\;,]/g, "\\$&").replaceAll(/\r?\n/g, "\\n");

const stamp = (moment) => `${new Date(moment).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;

function calendarOf({ at, minutes, submission }, { site, settings }) {
  const begins = Date.parse(at);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//drawbridge//bookings//EN",
    "BEGIN:VEVENT",
    `UID:booking-${submission}@${new URL(site.origin).hostname}`,
    `DTSTAMP:${stamp(Date.now())}`,
    `DTSTART:${stamp(begins)}`,
    `DTEND:${stamp(begins + minutes * MINUTE_MS)}`,
    `SUMMARY:${escaped(settings.subject)}`,
    ...(settings.place === "" ? [] : [`LOCATION:${escaped(settings.place)}`]),
    `URL:${site.origin}`,
    "STATUS:CONFIRMED",
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

/** @type {import("./plugin.d.ts").Routes} */
export const routes = {
  /** Asked before a form is stored: one of all who want the last place gets it. */
  async book({ fields, once }, ctx) {
    const { slot, name, email, note = "" } = fields;
    const held = await ctx.storage.getMany(places(slot, ctx.settings.places));
    if ([...held.values()].some((booking) => booking.once === once)) return { body: { booked: true } };
    const offered = moments(ctx.settings, ctx.site.timeZone, Date.now()).some((moment) => slotOf(moment) === slot);
    const at = offered ? new Date(momentOf(slot)).toISOString() : "";
    const booking = { at, minutes: ctx.settings.minutes, name, mail: email, note, once, reminded: false };
    if (!offered || !(await take(ctx, slot, booking))) return { status: 409, body: { field: "slot" } };
    return { status: 201, body: { booked: true } };
  },

  async cancel({ submission }, ctx) {
    const found = await bookingOf(ctx, submission);
    if (!found || Date.parse(found.booking.at) < Date.now()) return { status: 410, body: null };
    await move(ctx, [{ key: found.key, value: found.booking }], "cancelled");
    await write(ctx, { letter: "given-back", data: { at: found.booking.at, name: found.booking.name } });
    return { body: { cancelled: true } };
  },

  async calendar({ submission }, ctx) {
    const found = await bookingOf(ctx, submission);
    return found ? { body: calendarOf(found.booking, ctx) } : { status: 410, body: null };
  },

  /** Members cancel. Each visitor who booked here gets a letter. */
  async withdraw({ body: { keys } }, ctx) {
    const held = [...(await ctx.storage.getMany(keys.filter((key) => key.startsWith("coming:"))))];
    const entries = held.map(([key, value]) => ({ key, value }));
    const told = entries.filter(({ value }) => value.submission);
    for (const { value } of told.slice(0, REMINDED_AT_ONCE))
      await write(ctx, { letter: "cancelled", submission: value.submission, data: { at: value.at } });
    await move(ctx, entries, "cancelled");
    return { body: { cancelled: entries.length } };
  },

  async forget({ body: { keys } }, ctx) {
    const gone = keys.filter((key) => /^(?:past|cancelled):/.test(key));
    if (gone.length > 0) await ctx.storage.delete(...gone);
    return { body: { deleted: gone.length } };
  },

  /** A booking by telephone. It may be outside of the hours, and takes a place at its time. */
  async add({ body: { day, time, name, mail = "", note = "" } }, ctx) {
    const moment = momentAt(Date.parse(`${day}T${time}:00Z`), ctx.site.timeZone);
    if (moment === undefined || moment < Date.now()) return { status: 422, body: { message: "This time is over, or does not exist." } };
    const booking = { at: new Date(moment).toISOString(), minutes: ctx.settings.minutes, name, mail, note, once: "", reminded: true };
    if (!(await take(ctx, slotOf(moment), booking))) return { status: 409, body: { message: "Nothing is free at this time." } };
    return { status: 201, body: { added: true } };
  },
};

/** @type {import("./plugin.d.ts").Hooks} */
export const hooks = {
  /** The number of the submission comes after it was stored. Letters and links need it. */
  async formSubmitted({ id, type, fields }, ctx) {
    if (type !== "drawbridge.bookings/booking") return;
    const { slot, email } = fields;
    const held = [...(await ctx.storage.getMany(places(slot, ctx.settings.places)))];
    const [key, booking] = held.find(([, { submission, mail }]) => submission === id || (submission === undefined && mail === email)) ?? [];
    if (!booking) return;
    const isNear = Date.parse(booking.at) - Date.now() <= ctx.settings.reminderHours * HOUR_MS;
    if (booking.submission === undefined)
      await ctx.storage.putMany([
        { key, value: { ...booking, submission: id, reminded: isNear } },
        { key: `of:${id}`, value: key },
      ]);
    await write(ctx, { letter: "confirmed", submission: id, data: detailsOf(booking) });
  },

  async scheduled(_event, ctx) {
    const now = Date.now();
    const coming = await collected(ctx, "coming:");
    const endOf = ({ value: { at, minutes } }) => Date.parse(at) + minutes * MINUTE_MS;
    await move(ctx, coming.filter((entry) => endOf(entry) <= now).slice(0, MOVED_AT_ONCE), "past");
    await remind(ctx, coming.filter((entry) => endOf(entry) > now), now);
    await forgetOld(ctx, now);
    // The first time that can be booked changes with the clock. An equal value is no change, so no page is drawn again.
    const [first] = moments(ctx.settings, ctx.site.timeZone, now);
    await ctx.storage.put("clock", first === undefined ? "" : slotOf(first));
  },
};

async function remind(ctx, coming, now) {
  const until = now + ctx.settings.reminderHours * HOUR_MS;
  const due = coming.filter(({ value: { at, submission, reminded } }) => submission && !reminded && Date.parse(at) <= until);
  const some = due.slice(0, REMINDED_AT_ONCE);
  for (const { value } of some) await write(ctx, { letter: "reminder", submission: value.submission, data: detailsOf(value) });
  if (some.length > 0) await ctx.storage.putMany(some.map(({ key, value }) => ({ key, value: { ...value, reminded: true } })));
}

async function forgetOld(ctx, now) {
  const before = slotOf(now - ctx.settings.keptDays * DAY_MS);
  for (const prefix of ["past:", "cancelled:"]) {
    const { entries } = await ctx.storage.list({ prefix, limit: MOVED_AT_ONCE });
    const old = entries.filter(({ key }) => key.slice(prefix.length, prefix.length + 13) < before).map(({ key }) => key);
    if (old.length > 0) await ctx.storage.delete(...old);
  }
}
