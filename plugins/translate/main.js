/**
 * Proposes translations. The texts of the chosen part go to one service in few calls, and come back in the same order.
 * An answer with another number of texts proposes nothing.
 */
const BATCH_TEXTS = 40;
const BATCH_CHARS = 20_000;
const TEXTS = ["drawbridge:text", "drawbridge:markdown"];

/** Members of groups that are texts for readers, by the type of the group. */
const MEMBERS = { "drawbridge:image": ["alt"], "drawbridge:action": ["label"], "drawbridge:document": ["title"], "drawbridge:audio": ["title"], "drawbridge:video": ["title"] };

const typeIn = (schema) => schema?.["x-type"] ?? schema?.$ref;

const isText = (schema) =>
  TEXTS.includes(typeIn(schema)) ||
  (schema?.type === "string" && typeIn(schema) === undefined && !("enum" in schema) && !("oneOf" in schema) && !("const" in schema) && !("format" in schema) && !("pattern" in schema));

/** The schema of a member of a group. Of a file or a button, only the words are texts. */
function memberSchema(schema, name) {
  const members = MEMBERS[typeIn(schema)];
  return members ? { type: members.includes(name) ? "string" : "none" } : schema?.properties?.[name];
}

function* textsInGroup(schema, group, name) {
  const own = memberSchema(schema, name);
  if (own?.shared !== true) yield* textsIn(own, group[name], (text) => void (group[name] = text));
}

/** The texts of a value with functions that put their translations into a copy of it. */
function* textsIn(schema, value, put) {
  if (typeof value === "string") {
    if (value.trim() !== "" && isText(schema)) yield { text: value, put };
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* textsIn(schema?.items, item, (text) => void (value[index] = text));
  } else if (value && typeof value === "object") {
    for (const name of Object.keys(value)) yield* textsInGroup(schema, value, name);
  }
}

function batchesOf(texts) {
  const batches = [];
  let chars = Infinity;
  for (const one of texts) {
    if (chars + one.text.length > BATCH_CHARS || batches.at(-1).length >= BATCH_TEXTS) {
      batches.push([]);
      chars = 0;
    }
    batches.at(-1).push(one);
    chars += one.text.length;
  }
  return batches;
}

async function asked(url, headers, body) {
  const answer = await fetch(url, { method: "POST", headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) });
  if (answer.status < 200 || answer.status > 299) throw new Error(`the service answered ${answer.status}`);
  return answer.json();
}

const at = (url, path) => url.replace(/\/+$/, "") + path;

const SERVICES = {
  async deepl(texts, to, { url, key }) {
    const body = { text: texts, target_lang: to.toUpperCase(), preserve_formatting: true };
    const { translations } = await asked(at(url, "/v2/translate"), { authorization: `DeepL-Auth-Key ${key}` }, body);
    return translations?.map(({ text }) => text);
  },
  async openai(texts, to, { url, key, model, glossary }) {
    const words = glossary.map(({ word, translation }) => `${word} = ${translation}`).join("\n");
    const system = `Translate each text of the JSON array into the language ${to}. Keep Markdown and the targets of links. Answer {"texts": [...]} with as many texts, in the same order.${words === "" ? "" : `\nAlways translate:\n${words}`}`;
    const messages = [
      { role: "system", content: system },
      { role: "user", content: JSON.stringify(texts) },
    ];
    const body = { model, messages, response_format: { type: "json_object" } };
    const { choices } = await asked(at(url, "/v1/chat/completions"), { authorization: `Bearer ${key}` }, body);
    return JSON.parse(choices?.[0]?.message?.content ?? "{}").texts;
  },
};

async function translated(texts, to, settings) {
  if (settings.url === "" || settings.key === undefined) throw new Error("the owner has set no service yet");
  for (const batch of batchesOf(texts)) {
    const answer = await SERVICES[settings.service](batch.map(({ text }) => text), to, settings);
    const isWhole = Array.isArray(answer) && answer.length === batch.length && answer.every((text) => typeof text === "string" && text.trim() !== "");
    if (!isWhole) throw new Error("the service answered other texts than it was asked for");
    for (const [index, { put }] of batch.entries()) put(answer[index]);
  }
}

/** The fields of a section in which a text was translated. */
function sectionTexts({ fields, schema }) {
  const copy = structuredClone(fields);
  const changed = new Set();
  const texts = Object.keys(copy).flatMap((name) => {
    const put = (text) => void (copy[name] = text);
    return [...textsIn(schema[name], copy[name], put)].map((one) => ({ text: one.text, put: (text) => (changed.add(name), one.put(text)) }));
  });
  return { texts, operation: (id) => ({ op: "set", section: id, fields: Object.fromEntries([...changed].map((name) => [name, copy[name]])) }) };
}

/** @type {import("./plugin.d.ts").Actions} */
export const actions = {
  async translate({ target, version, section, page, input: { to } }, { settings }) {
    const sections = (target === "section" ? [section] : page.sections).map((one) => ({ id: one.id, ...sectionTexts(one) }));
    const changes = {};
    const members = target === "section" ? [] : ["title", "description"].flatMap((name) => (page[name] ? [{ text: page[name], put: (text) => void (changes[name] = text) }] : []));
    const texts = [...members, ...sections.flatMap((one) => one.texts)];
    await translated(texts, to, settings);
    const set = sections.filter((one) => one.texts.length > 0).map((one) => one.operation(one.id));
    const own = members.length > 0 ? [{ op: "page", changes }] : [];
    return { version, summary: `${texts.length} texts into ${to}`, operations: [...own, ...set] };
  },
};
