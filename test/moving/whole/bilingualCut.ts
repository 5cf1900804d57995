/** A site of Hugo in German and English, whose translations are found by the names of their files and by a key. */
import { JPEG } from "../../support/mediaFiles.ts";
import type { Cut } from "./cut.ts";

const TEE = `## Über uns & Tee

Grüner Tee aus Österreich, siehe [Kontakt](kontakt.md) und [oben](#über-uns--tee). Größe: 3 m².

Bitte lies auch [die Regeln]({{< relref "regeln.md#strasse" >}}).

![Eine Kanne](kanne.jpg "Foto: Lea")
`;

const TEA = `## About us & tea

Green tea from Austria, see [contact](kontakt.md) and [above](#about-us--tea). [Deutsch](/de/tee/)

![A pot](kanne.jpg)
`;

const KONTAKT = "Schreib uns: <post@tee.example> oder **ruf an:**0664 123. [Englisch](/en/contact/)\n";
const CONTACT =
  "Write to us: <post@tee.example>. Opening hours are [there](#hours).\n\n### Hours {#hours}\n\nNine to five.\n";
const REGELN =
  "### Straße {#strasse}\n\n„Zitat“ – mit Gedankenstrich … und `Code`.\n\n<dl><dt>Tee</dt><dd>Ein Getränk</dd></dl>\n";
const NUR = "Diese Seite gibt es nur auf Deutsch. Zur [Startseite](/).\n";

const yaml = (members: string): string => `---\n${members}\n---\n`;

export const BILINGUAL: Cut = {
  languages: ["de", "en"],
  files: {
    "config/_default/hugo.toml": 'baseURL = "https://tee.example/"\ndefaultContentLanguage = "de"\n',
    "config/_default/languages.toml": "[de]\nweight = 1\n[en]\nweight = 2\n",
    "content/_index.md": yaml("title: Startseite") + "Willkommen.\n",
    "content/_index.en.md": yaml("title: Start page") + "Welcome.\n",
    "content/tee/index.md": yaml("title: Tee\naliases: [/de/tee/, /produkte/tee.html]") + TEE,
    "content/tee/index.en.md": yaml("title: Tea\nurl: /en/tea/") + TEA,
    "content/tee/kanne.jpg": JPEG,
    "content/kontakt.md": yaml("title: Kontakt\ntranslationKey: contact") + KONTAKT,
    "content/contact.en.md": yaml("title: Contact\ntranslationKey: contact") + CONTACT,
    "content/regeln.md": yaml("title: Regeln") + REGELN,
    "content/nur.de.md": yaml("title: Nur hier") + NUR,
    "content/news/erste.md": yaml("title: Erste Nachricht\ndate: 2024-01-01\ntags: [Sorten]") + "Neues vom Tee.\n",
    "content/news/erste.en.md": yaml("title: First news\ndate: 2024-01-01\ntags: [Sorten]") + "News of tea.\n",
  },
  texts: {
    Tee: TEE,
    Tea: TEA,
    Kontakt: KONTAKT,
    Contact: CONTACT,
    Regeln: REGELN,
    "Nur hier": NUR,
    "Erste Nachricht": "Neues vom Tee.\n",
    "First news": "News of tea.\n",
    Startseite: "Willkommen.\n",
    "Start page": "Welcome.\n",
  },
  pictures: 2,
  addresses: {
    "/": "Startseite",
    "/en/": "Start page",
    "/tee/": "Tee",
    "/de/tee/": "Tee",
    "/produkte/tee.html": "Tee",
    "/en/tea/": "Tea",
    "/kontakt/": "Kontakt",
    "/en/contact/": "Contact",
    "/regeln/": "Regeln",
    "/nur/": "Nur hier",
    "/news/erste/": "Erste Nachricht",
    "/en/news/erste/": "First news",
    "/tags/sorten/": "Sorten",
    "/en/tags/sorten/": "Sorten",
    "/tee/kanne.jpg": "file",
  },
  hidden: [],
  receipt: [],
};
