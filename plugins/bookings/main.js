/**
 * Times that visitors book. A key under `coming:` is one booking, and no booking gets a key that another one had. `turn`
 * numbers them: a call books only if nobody has booked since it looked, so no moment is ever booked too often.
 */
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

/** The most characters of the choices of one section. Later days are left out. Ten pages of one call fit together. */
const CHOICES_MAX_CHARS = 24_000;

/** Entries and letters of one call; the next call of the clock goes on. An entry that moves has up to two old keys. */
const MOVED_AT_ONCE = 50;
const LETTERS_AT_ONCE = 15;

/** Looks of one call at what other calls keep changing. */
const TRIES = 8;

/** The longest booking that the settings allow, at any time. */
const LONGEST_MS = 480 * MINUTE_MS;

/** A visitor whose answers are stored has a submission after a quarter of an hour at most. */
const UNCLAIMED_MS = HOUR_MS;

/** A moment as `20261201T0900`, in UTC. */
const slotOf = (moment) => new Date(moment).toISOString().slice(0, 16).replaceAll(/[-:]/g, "");

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

async function* entriesOf(ctx, prefix, begin = "") {
  for (let after = begin; after !== null; ) {
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

const spanOf = ({ value: { at, minutes } }) => ({ begins: Date.parse(at), ends: Date.parse(at) + minutes * MINUTE_MS });

/** The bookings that take time of a span, whenever they begin. */
async function bookedIn(ctx, begins, ends) {
  const booked = [];
  for await (const entry of entriesOf(ctx, "coming:", `coming:${slotOf(begins - LONGEST_MS)}`)) {
    const span = spanOf(entry);
    if (span.begins >= ends) break;
    if (span.ends > begins) booked.push(entry);
  }
  return booked;
}

/** The most bookings at the same moment of a span. */
function most(spans, begins, ends) {
  const starts = spans.map((span) => span.begins).filter((start) => start > begins && start < ends);
  return Math.max(...[begins, ...starts].map((at) => spans.filter((span) => span.begins <= at && at < span.ends).length));
}

const CLOCK = { hour: "2-digit", minute: "2-digit" };
const DAY = { weekday: "long", day: "numeric", month: "long" };

/** Choices of the free moments. It stops at their bound, because asking for each moment takes time. */
function choicesOf(all, isFree, language, timeZone) {
  const [clock, day] = [formatOf(language, timeZone, CLOCK), formatOf(language, timeZone, DAY)];
  const choices = [];
  let chars = 0;
  for (const moment of all) {
    if (!isFree(moment)) continue;
    const choice = { value: new Date(moment).toISOString(), title: clock.format(moment), group: day.format(moment) };
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
    const [{ minutes, places }, booked] = [ctx.settings, (await collected(ctx, "coming:")).map(spanOf)];
    const isFree = (moment) => most(booked, moment, moment + minutes * MINUTE_MS) < places;
    const all = moments(ctx.settings, timeZone, Date.now());
    const shown = { times: choicesOf(all, isFree, language, timeZone), zone: timeZone, place: ctx.settings.place };
    return Object.fromEntries(
      pages.map(({ page, sections }) => [page.id, Object.fromEntries(sections.map(({ id }) => [id, shown]))]),
    );
  },
};

/** Takes a place from a moment on. False if there is none. A visitor who asks twice has one booking. */
async function take(ctx, moment, booking) {
  const { minutes, places } = ctx.settings;
  const ends = moment + minutes * MINUTE_MS;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const turn = await ctx.storage.get("turn");
    const booked = await bookedIn(ctx, moment, ends);
    if (booking.once !== "" && booked.some(({ value }) => value.once === booking.once)) return true;
    if (most(booked.map(spanOf), moment, ends) >= places) return false;
    const next = (turn ?? 0) + 1;
    const value = { at: new Date(moment).toISOString(), minutes, made: Date.now(), ...booking };
    const put = [{ key: "turn", value: next }, { key: `coming:${slotOf(moment)}~${next}`, value }];
    if (await ctx.storage.change([{ key: "turn", value: turn }], { put })) return true;
  }
  throw new Error("Too many visitors book at once.");
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

/**
 * Moves bookings to another list, as they are stored now. Answers those that it moved: of several calls, one moves a
 * booking. `isTold`: their visitors know already.
 */
async function move(ctx, keys, to, isTold) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const seen = keys.length === 0 ? [] : [...(await ctx.storage.getMany(keys))].map(([key, value]) => ({ key, value }));
    if (seen.length === 0) return [];
    const put = seen.flatMap(({ key, value }) => {
      const name = key.slice("coming:".length);
      const { at, mail, once, submission } = value;
      const untold = isTold || once === "" ? [] : [{ key: `untold:${name}`, value: { at, mail, once, submission } }];
      return [{ key: to === "cancelled" ? `cancelled:${slotOf(Date.now())}~${name}` : `${to}:${name}`, value }, ...untold];
    });
    const gone = seen.flatMap(({ key, value }) => [key, ...(value.submission ? [`of:${value.submission}`] : [])]);
    if (await ctx.storage.change(seen, { put, delete: gone })) return seen;
  }
  throw new Error("Others change these bookings.");
}

/** Writes some of the letters that are due, once `claimed` was stored with what was seen. Answers their number. */
async function writeDue(ctx, due, claimed, letterOf) {
  if (due.length === 0 || !(await ctx.storage.change(due, claimed))) return 0;
  for (const entry of due) await write(ctx, { submission: entry.value.submission, ...letterOf(entry.value) });
  return due.length;
}

/** Tells visitors that their bookings were cancelled. One whose submission has no number yet is told by `formSubmitted`. */
async function tell(ctx) {
  const due = (await collected(ctx, "untold:")).filter(({ value }) => value.submission).slice(0, LETTERS_AT_ONCE);
  return writeDue(ctx, due, { delete: due.map(({ key }) => key) }, ({ at }) => ({ letter: "cancelled", data: { at } }));
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
    const moment = moments(ctx.settings, ctx.site.timeZone, Date.now()).find((one) => one === Date.parse(slot));
    const booking = { name, mail: email, note, once, reminded: false };
    if (moment === undefined || !(await take(ctx, moment, booking))) return { status: 409, body: { field: "slot" } };
    return { status: 201, body: { booked: true } };
  },

  async cancel({ submission }, ctx) {
    const found = await bookingOf(ctx, submission);
    const isOpen = found && Date.parse(found.booking.at) >= Date.now();
    if (!isOpen || (await move(ctx, [found.key], "cancelled", true)).length === 0) return { status: 410, body: null };
    await write(ctx, { letter: "given-back", data: { at: found.booking.at, name: found.booking.name } });
    return { body: { cancelled: true } };
  },

  async calendar({ submission }, ctx) {
    const found = await bookingOf(ctx, submission);
    return found ? { body: calendarOf(found.booking, ctx) } : { status: 410, body: null };
  },

  /** Members cancel. Each visitor who booked here gets a letter. */
  async withdraw({ body: { keys } }, ctx) {
    const gone = await move(ctx, keys.filter((key) => key.startsWith("coming:")), "cancelled", false);
    await tell(ctx);
    return { body: { cancelled: gone.length } };
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
    const booking = { name, mail, note, once: "", reminded: true };
    if (!(await take(ctx, moment, booking))) return { status: 409, body: { message: "Nothing is free at this time." } };
    return { status: 201, body: { added: true } };
  },
};

/** @type {import("./plugin.d.ts").Hooks} */
export const hooks = {
  /** The number of the submission comes after it was stored. Letters and links need it. */
  async formSubmitted({ id, type, fields }, ctx) {
    if (type !== "drawbridge.bookings/booking") return;
    const { slot, email } = fields;
    // Version 1.0.0 sent `20261201T0900`.
    const key = slot.includes("-") ? slotOf(Date.parse(slot)) : slot;
    const its = async (list) => {
      const all = await collected(ctx, `${list}:${key}~`);
      const isOpen = ({ submission, once, mail }) => submission === undefined && once !== "" && mail === (email ?? mail);
      return all.find(({ value }) => value.submission === id) ?? all.find(({ value }) => isOpen(value));
    };
    for (let tries = 0; tries < TRIES; tries += 1) {
      const entry = await its("coming");
      if (!entry) break;
      const { key, value } = entry;
      const reminded = Date.parse(value.at) - Date.now() <= ctx.settings.reminderHours * HOUR_MS;
      const put = [{ key, value: { ...value, submission: id, reminded } }, { key: `of:${id}`, value: key }];
      if (value.submission !== id && !(await ctx.storage.change([entry], { put }))) continue;
      return write(ctx, { letter: "confirmed", submission: id, data: detailsOf(value) });
    }
    const lost = await its("untold");
    if (lost) await writeDue(ctx, [lost], { delete: [lost.key] }, ({ at }) => ({ letter: "cancelled", submission: id, data: { at } }));
  },

  async scheduled(_event, ctx) {
    const now = Date.now();
    const coming = await collected(ctx, "coming:");
    const keysOf = (entries) => entries.slice(0, MOVED_AT_ONCE).map(({ key }) => key);
    await move(ctx, keysOf(coming.filter((entry) => spanOf(entry).ends <= now)), "past", true);
    const open = coming.filter((entry) => spanOf(entry).ends > now);
    const isUnclaimed = ({ once, submission, made }) => once !== "" && !submission && now - made >= UNCLAIMED_MS;
    await move(ctx, keysOf(open.filter(({ value }) => isUnclaimed(value))), "cancelled", false);
    await remind(ctx, open, now, LETTERS_AT_ONCE - (await tell(ctx)));
    await forgetOld(ctx, now);
    // The first time that can be booked changes with the clock. An equal value is no change, so no page is drawn again.
    const [first] = moments(ctx.settings, ctx.site.timeZone, now);
    await ctx.storage.put("clock", first === undefined ? "" : slotOf(first));
  },
};

async function remind(ctx, coming, now, letters) {
  const until = now + ctx.settings.reminderHours * HOUR_MS;
  const isDue = ({ at, submission, reminded }) => submission && !reminded && Date.parse(at) <= until;
  const due = coming.filter(({ value }) => isDue(value)).slice(0, letters);
  const put = due.map(({ key, value }) => ({ key, value: { ...value, reminded: true } }));
  await writeDue(ctx, due, { put }, (value) => ({ letter: "reminder", data: detailsOf(value) }));
}

async function forgetOld(ctx, now) {
  const before = slotOf(now - ctx.settings.keptDays * DAY_MS);
  for (const prefix of ["past:", "cancelled:", "untold:"]) {
    const { entries } = await ctx.storage.list({ prefix, limit: MOVED_AT_ONCE });
    const old = entries.filter(({ key }) => key.slice(prefix.length, prefix.length + 13) < before).map(({ key }) => key);
    if (old.length > 0) await ctx.storage.delete(...old);
  }
}
