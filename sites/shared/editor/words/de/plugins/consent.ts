import type { Words } from "../../en/index.ts";

const PAGE_TERMS = {
  "": "nichts",
  title: "den Titel",
  description: "die Beschreibung",
  path: "die Adresse",
  collection: "die Sammlung",
  date: "das Datum",
  author: "den Autor",
};
const PICTURE_TERMS = {
  "": "nichts",
  alt: "die Beschreibung",
  focal: "den Bildschwerpunkt",
  name: "den Namen",
  size: "Typ und Größe",
  bytes: "das Bild selbst",
};

/** Sentences of an owner's consent to a plugin, by the API's names. */
export const CONSENT: Words["consent"] = {
  sentences: {
    exchange: "Daten austauschen mit {hosts} ({methods})",
    exchangeChosen: "Daten austauschen mit dem, was Sie in seiner Einstellung „{setting}“ nennen ({methods})",
    exchangeBoth:
      "Daten austauschen mit {hosts} und mit dem, was Sie in seiner Einstellung „{setting}“ nennen ({methods})",
    formsAll: "Erfahren, was Besucher über sich schreiben, in jedem Formular",
    formsSome: "Erfahren, was Besucher über sich schreiben, in: {forms}",
    scripts:
      "Eigene Skripte in den Browsern der Besucher ausführen, in Rahmen, die weder die Seite noch das Internet erreichen",
    scriptsOnline:
      "Eigene Skripte in den Browsern der Besucher ausführen, in Rahmen, die die Seite nicht erreichen und mit {hosts} Daten austauschen",
    logs: "Seine Fehlermeldungen und Ausgaben für Sie aufheben, auch wo Worte von Besuchern darunter sein können",
    draft: "Den Entwurf lesen und ändern: {documents}",
    published: "Lesen, was veröffentlicht ist: {documents}",
    media: "Bilder und Dateien durchsehen",
    actions: "{places} so bekommen, wie sie im Entwurf stehen, wenn ein Mitglied dort eine seiner Aktionen wählt",
    actionsWithBytes:
      "{places} so bekommen, wie sie im Entwurf stehen, und die Bilder selbst, wenn ein Mitglied dort eine seiner Aktionen wählt",
    action: "Bietet Mitgliedern im Editor „{title}“ an; geändert wird erst, wenn ein Mitglied den Vorschlag übernimmt.",
    actionAnySection: "Von jedem Abschnitt bekommt es {reads} und darf {proposes} vorschlagen.",
    actionSection: "Von Abschnitten vom Typ {types} bekommt es {reads} und darf {proposes} vorschlagen.",
    actionPage: "Von einer Seite bekommt es {members} und darf {suggested} vorschlagen.",
    actionPageAnySection: "Von jedem Abschnitt dieser Seite bekommt es {reads} und darf {proposes} vorschlagen.",
    actionPageSection: "Von ihren Abschnitten vom Typ {types} bekommt es {reads} und darf {proposes} vorschlagen.",
    actionPicture: "Von einem Bild bekommt es {facts} und darf {suggestions} vorschlagen.",
    storage: "Bis zu {bytes} eigene Daten aufheben, in höchstens {entries} Einträgen",

    toolForMembers: "Gibt den Agenten der Mitglieder das Werkzeug {tool}, „{title}“; es ändert nichts.",
    toolForMembersWriting: "Gibt den Agenten der Mitglieder das Werkzeug {tool}, „{title}“; es kann etwas ändern.",
    toolForAll: "Gibt jedem Agenten das Werkzeug {tool}, „{title}“; es ändert nichts.",
    toolForAllWriting: "Gibt jedem Agenten das Werkzeug {tool}, „{title}“; es kann etwas ändern.",
    textForMembers: "Gibt den Agenten der Mitglieder einen Text zu lesen, „{title}“, unter {address}.",
    textForAll: "Gibt jedem Agenten einen Text zu lesen, „{title}“, unter {address}.",
    promptForMembers: "Gibt den Agenten der Mitglieder die Vorlage {prompt}, „{title}“.",
    promptForAll: "Gibt jedem Agenten die Vorlage {prompt}, „{title}“.",
    alone: "Sein Name steht allein, ohne den des Plugins davor.",
    mayChange: "Dabei kann es Entwürfe ändern.",
    section: "Fügt den Abschnitt „{title}“ für Seiten hinzu.",
    sectionByCode: "Fügt den Abschnitt „{title}“ für Seiten hinzu, den sein Code füllt.",
    embeds: "Zeigt im Abschnitt „{title}“, was unter {hosts} liegt; die Browser der Besucher fragen dort an.",
    addition: "Fügt zu {point}, das einem anderen Plugin gehört, hinzu: {data}.",
    additionEmpty: "Fügt zu {point}, das einem anderen Plugin gehört, nichts hinzu.",
    listOfOne: "Lässt andere Plugins seiner Liste „{title}“ einen Eintrag hinzufügen.",
    list: "Lässt andere Plugins seiner Liste „{title}“ bis zu {most} Einträge hinzufügen.",
    file: "Liefert {path} aus.",
    fileForSearch: "Liefert {path} aus; darin steht, was Suchmaschinen aufführen dürfen.",
    fileSitemap: "Liefert {path} aus; darin steht für Suchmaschinen, was es gibt.",
    fileForModels: "Liefert {path} aus; darin steht für Sprachmodelle, was es gibt.",
    fileWellKnown: "Liefert {path} aus; damit nehmen andere Dienste die Website beim Wort.",
    head: "Schreibt in den Kopf jeder Seite, wo Suchmaschinen und soziale Netzwerke lesen ({name}).",
    routeForAll: "Antwortet allen im Internet auf {methods} {path}.",
    routeForMembers: "Antwortet jedem Mitglied auf {methods} {path}.",
    routeForSome: "Antwortet Mitgliedern mit {permission} auf {methods} {path}.",
    form: "Fügt das Formular „{title}“ hinzu, in dem Besucher Daten hinterlassen.",
    ownForm:
      "Zeigt im Abschnitt „{title}“ ein eigenes Formular; was Besucher dort schreiben, geht an das Plugin, nicht an die Formulare der Website.",
    frame:
      "Zeigt „{title}“ auf Seiten und führt sein Skript in den Browsern der Besucher aus, in einem Rahmen, der die Seite nicht erreicht.",
    upload: "Lässt Mitglieder {types} bis {bytes} hochladen, „{title}“.",
    theme:
      "Fügt das Design „{title}“ hinzu, das die ganze Seite gestaltet, auch Abschnitte und Formulare aller Plugins.",

    "hook.beforePublish": "Wird vor jeder Veröffentlichung gefragt und kann sie aufhalten.",
    "hook.afterPublish": "Erfährt von jeder Veröffentlichung.",
    "hook.formSubmitted": "Erfährt von jedem Formular, das ein Besucher abschickt.",
    "hook.mediaUploaded": "Erfährt von jeder Datei, die ein Mitglied hochlädt, falls es Medien lesen darf.",
    "hook.scheduled": "Läuft von selbst alle {everyMinutes} Minuten.",
  },
  terms: {
    documents: {
      page: "Seiten",
      navigation: "Menüs",
      redirects: "Weiterleitungen",
      theme: "das Design",
      settings: "die Einstellungen",
    },
    places: { section: "Abschnitte", page: "Seiten", picture: "Bilder" },
    reads: { "*": "jedes Feld", "": "nichts" },
    proposes: { "*": "jedes Feld", "": "nichts" },
    members: PAGE_TERMS,
    suggested: PAGE_TERMS,
    facts: PICTURE_TERMS,
    suggestions: PICTURE_TERMS,
  },
};
