/**
 * Writes the times in an answer as agents send them, in ISO 8601. Views of the site hold milliseconds. Members whose
 * names say that they are content stay as they are: a plugin may call a field of its own `at`.
 */
const TIMES = new Set([
  "at",
  "changedAt",
  "createdAt",
  "expiresAt",
  "finishedAt",
  "installedAt",
  "savedAt",
  "startedAt",
]);

const CONTENT = new Set([
  "after",
  "answer",
  "before",
  "body",
  "fields",
  "page",
  "preview",
  "section",
  "sections",
  "shape",
]);

/** The first millisecond of 2001. A smaller number counts something else. */
const FIRST = 978_307_200_000;

const isTime = (name: string, value: unknown): value is number =>
  TIMES.has(name) && Number.isSafeInteger(value) && (value as number) >= FIRST;

const shown = (name: string, value: unknown): unknown => {
  if (CONTENT.has(name)) return value;
  return isTime(name, value) ? new Date(value).toISOString() : withIsoTimes(value);
};

export function withIsoTimes<T>(value: T): T {
  if (Array.isArray(value)) return value.map((item: unknown) => withIsoTimes(item)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shown(name, member)])) as T;
}
