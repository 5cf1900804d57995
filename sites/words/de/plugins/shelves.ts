import type { Words } from "../../en/index.ts";

const INDEX: Words["shelves"]["index"] = {
  unreachable: "Sie hat nicht geantwortet.",
  too_slow: "Sie hat zu langsam geantwortet.",
  too_large: "Sie ist größer, als eine Liste sein darf.",
  insecure:
    "Sie liegt auf diesem Rechner. Dort lässt sie sich nur nach einem eigens dafür gewählten Start ausprobieren.",
  redirected: "Sie führt zu einer Adresse, die der Betreiber nicht erlaubt hat.",
  malformed: "Ihre Antwort ist keine Liste von Plugins.",
  wrong_key: "Sie ist mit einem Schlüssel signiert, der diese Liste nicht signieren darf.",
  wrong_signature: "Die Signatur ist falsch. Vielleicht hat sie jemand verändert.",
  wrong_name: "Sie hat eine andere Liste geschickt als die, die der Betreiber gewählt hat.",
  expired: "Sie ist abgelaufen. Niemand hat sie erneuert, oder jemand hält die neue Liste von uns fern.",
  holds_too_long: "Sie gibt an, länger zu gelten, als eine Liste gelten darf.",
  rolled_back: "Sie hat eine ältere Liste geschickt als beim letzten Mal.",
  changed: "Sie hat zwei verschiedene Listen unter einer Nummer geschickt.",
  shrunk: "Sie hat etwas weggelassen, das vorher darin stand.",
  rewritten: "Sie führt eine Version mit anderem Inhalt auf als vorher.",
  foreign_name: "Sie führt ein Plugin auf, das diese Liste nicht anbieten darf.",
};

const REFUSED: Words["shelves"]["refused"] = {
  withdrawn: "Der Autor hat diese Version zurückgezogen.",
  other_than_listed: "Das ist nicht das Paket, das die Liste nennt. Vielleicht hat es jemand verändert.",
  other_index: "Sie haben dieses Plugin aus einer anderen Liste. Nur Aktualisierungen von dort werden übernommen.",
  other_publisher: "Ein anderer Herausgeber hat es signiert als der, von dem Sie das Plugin haben.",
  too_young:
    "Diese Version ist zu neu. Diese Website wartet einige Tage mit neuen Versionen aus Listen: siehe Aktualisierungen auf der Seite der Plugins.",
  too_few_signatures:
    "Zu wenige vertraute Schlüssel haben es signiert. Die Seite der Plugins sagt, wie viele diese Website verlangt.",
  first_party_id: "Diese Installation bringt selbst ein Plugin dieses Namens mit.",
  too_many_plugins: "Diese Website hat schon so viele Plugins, wie sie haben darf.",
  no_room: "Dafür ist kein Speicherplatz mehr.",
  files_not_allowed: "Es enthält Dateien, die ein Plugin nicht enthalten darf.",
  older_than_highest:
    "Hier war schon eine neuere Version installiert. Nur ein Eigentümer darf zurückgehen, auf der Befehlszeile.",
  other_bytes_of_a_version: "Hier war schon ein anderes Paket dieser Version installiert.",
  too_large: "Es ist größer, als ein Paket sein darf.",
  malformed: "Diese Datei ist kein Paket eines Plugins. Wählen Sie die Datei, die Sie vom Autor des Plugins haben.",
  no_keys: "Diese Installation vertraut noch keinem Herausgeber. Wem sie vertraut, entscheidet der Betreiber.",
  unknown_key:
    "Kein Herausgeber, dem diese Installation vertraut, hat es signiert. Wem sie vertraut, entscheidet der Betreiber.",
  not_yet_valid: "Die Signatur des Autors gilt noch nicht.",
  expired: "Die Signatur des Autors gilt nicht mehr.",
  revoked: "Der Betreiber vertraut dem Autor nicht mehr.",
  wrong_algorithm: "Die Signatur ist von anderer Art als die des Autors.",
  wrong_signature: "Die Signatur ist falsch. Vielleicht hat es jemand verändert.",
  manifest_refused:
    "In der Beschreibung des Plugins steckt ein Fehler. Bitten Sie seinen Autor um eine verbesserte Fassung.",
  publisher_not_allowed: "Sein Herausgeber darf kein Plugin dieses Namens herausgeben.",
  files_refused: "Die Dateien sind nicht die, die es aufführt.",
  wrong_digest: "Die Dateien sind nicht die, die der Autor signiert hat.",
};

export const SHELVES: Words["shelves"] = {
  title: "Plugins finden",
  open: "Plugins und Aktualisierungen finden",
  intro:
    "Der Betreiber hat diese Listen von Plugins gewählt. Eine Liste sagt nur, woher man ein Plugin bekommt. Was installiert wird, entscheiden Sie.",
  searchFor: "Wörter aus Name oder Beschreibung",
  found: { one: "1 Plugin", other: "{n} Plugins" },
  more: { one: "1 weiteres: Suchen Sie nach mehr Wörtern.", other: "{n} weitere: Suchen Sie nach mehr Wörtern." },
  none: "Keine Liste hat ein Plugin mit diesen Wörtern.",
  noLists: "Der Betreiber hat noch keine Listen gewählt. Sie können ein Plugin aus einer Datei installieren.",
  nothingListed: "Die Listen sind leer.",
  read: "Mehr lesen: {name}",
  from: "aus {index}",
  known: "bekannter Herausgeber",
  unknown: "unbekannter Herausgeber",
  unknownHelp:
    "Diese Installation vertraut seinem Herausgeber nicht, deshalb können Sie es nicht hinzufügen. Wem sie vertraut, entscheidet der Betreiber.",
  here: "Version {version} ist installiert",
  newest: "neueste {version}",
  allWithdrawn: "der Autor hat alle Versionen zurückgezogen",

  outdated: "Neuere Versionen",
  upToDate: "Alle Plugins sind auf dem neuesten Stand.",
  step: "{installed} ist installiert, {newest} ist verfügbar",
  waits: "Lesen, worum Version {version} bittet",
  update: "Die Aktualisierung lesen: {name}",
  rivals: "Andere Plugins mit demselben Namen",
  rival:
    "{index} führt ein Plugin dieses Namens von einem anderen Herausgeber auf. Es ist ein anderes Plugin und ersetzt Ihres nicht.",

  lists: "Die Listen",
  holds: "gilt bis",
  readAt: "gelesen",
  neverRead: "Diese Liste wurde noch nicht gelesen.",
  refusedNow: "Die neueste Version dieser Liste wurde nicht angenommen. Wir benutzen die vorige, bis diese abläuft.",
  index: INDEX,
  refused: REFUSED,
  packageRefused: "Das Paket wurde nicht angenommen.",
  indexRefused: "Die Liste wurde nicht angenommen.",

  back: "Plugins finden",
  versions: "Versionen",
  versionShown: "diese Seite zeigt {version}",
  size: "Größe",
  license: "Lizenz",
  origin: "Hergestellt aus",
  noOrigin: "Der Herausgeber sagt es nicht.",
  originRefused:
    "Es gibt eine Angabe. Sie ist aber falsch, oder kein Schlüssel, dem diese Installation vertraut, hat sie signiert.",
  statedBy: "Angegeben von",
  noLicense: "Der Autor nennt keine Lizenz.",
  publisher: "Herausgeber",
  list: "Liste",
  asks: "Worum es bittet",
  effects: "Was es auf der Website tut",
  agreeLater:
    "Das Plugin hinzuzufügen erlaubt noch nichts. Es bleibt ausgeschaltet, bis Sie dies erlauben und es einschalten.",
  updateLater:
    "Bittet die Aktualisierung um nichts, was Sie nicht erlaubt haben, kann sie sofort beginnen. Sonst wartet sie, bis Sie sie erlauben.",
  addTitle: "Hinzufügen",
  updateTitle: "Aktualisieren",
  add: "Version {version} hinzufügen",
  take: "Auf Version {version} aktualisieren",
  sameHere: "Diese Version ist installiert.",
  olderThanHere: "Eine neuere Version ist installiert. Nur ein Eigentümer darf zurückgehen, auf der Befehlszeile.",
  goTo: "Zum Plugin",
};
