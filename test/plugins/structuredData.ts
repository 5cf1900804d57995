/** Checks JSON-LD against the vocabulary of schema.org and against what search engines require of it. */
interface Vocabulary {
  /**
   * Properties of the type, those of its parents included, as https://schema.org/<type> lists them. Only those that the
   * plugins write.
   */
  readonly known: readonly string[];
  /** Properties without which https://developers.google.com/search/docs/appearance/structured-data shows nothing. */
  readonly required: readonly string[];
}

const THING = ["name", "url", "description", "image"];
const WORK = ["headline", "datePublished", "dateModified", "author", "publisher", "inLanguage", "mainEntityOfPage"];

const TYPES: Readonly<Record<string, Vocabulary>> = {
  Article: {
    known: [...WORK, ...THING],
    required: ["headline"],
  },
  Event: { known: [...THING, "startDate", "endDate", "location"], required: ["name", "startDate", "location"] },
  Offer: { known: [...THING, "price", "priceCurrency", "availability"], required: ["price", "priceCurrency"] },
  Organization: { known: THING, required: ["name"] },
  Person: { known: [...THING, "jobTitle", "email"], required: ["name"] },
  Place: { known: [...THING, "address"], required: ["address"] },
  Product: { known: [...THING, "sku", "offers"], required: ["name", "offers"] },
};

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "@type" in value;

/** All JSON-LD of a page, by type. */
export function structuredData(html: string): Map<string, Node> {
  const scripts = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  const nodes = scripts
    .map(([, text = ""]) => JSON.parse(text) as Node)
    .flatMap((data) => (Array.isArray(data["@graph"]) ? (data["@graph"] as unknown[]) : [data]));
  return new Map(nodes.filter(isNode).map((node) => [String(node["@type"]), node]));
}

/** The faults of a node and of the nodes in it; empty if it has none. */
export function vocabularyFaults(node: Node): string[] {
  const type = String(node["@type"]);
  const known = TYPES[type];
  if (!known) return [`${type} is unknown`];
  const names = Object.keys(node).filter((name) => !name.startsWith("@"));
  return [
    ...names.filter((name) => !known.known.includes(name)).map((name) => `${type} has no ${name}`),
    ...known.required.filter((name) => !names.includes(name)).map((name) => `${type} lacks ${name}`),
    ...Object.values(node).flatMap((value) => [value].flat().filter(isNode).flatMap(vocabularyFaults)),
  ];
}
