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
    exchangeChosen: "Daten austauschen mit den Adressen in seiner Einstellung „{setting}“ ({methods})",
    exchangeBoth: "Daten austauschen mit {hosts} und mit den Adressen in seiner Einstellung „{setting}“ ({methods})",
    headers: "Ihnen weitere Kopfzeilen senden: {headers}",
    heldSecret:
      "Das Geheimnis in seiner Einstellung „{setting}“ nur an {host} senden lassen, ohne es selbst zu erfahren",
    formsAll: "Erfahren, was Besucher über sich schreiben, in jedem Formular",
    formsSome: "Erfahren, was Besucher über sich schreiben, in: {forms}",
    lettersToMembers: "Briefe an Mitglieder senden, die sie möchten",
    lettersToSubmitters: "Briefe an Besucher senden, die ihre Adresse in ein Formular geschrieben haben",
    lettersToSubscribers:
      "Briefe an Besucher senden, die mit seinem eigenen Formular abonniert und ihre Adresse bestätigt haben",
    lettersToAddresses: "Briefe an die Mailadressen in seiner Einstellung „{setting}“ senden",
    readerGroups:
      "Mailadressen ein Konto für Leserinnen und Leser geben und sie in diese Gruppen aufnehmen oder daraus entfernen: {groups}",
    scripts:
      "Eigene Skripte in den Browsern der Besucher ausführen, in Rahmen, die weder die Seite noch das Internet erreichen",
    scriptsOnline:
      "Eigene Skripte in den Browsern der Besucher ausführen, in Rahmen, die die Seite nicht erreichen und mit {hosts} Daten austauschen",
    logs: "Seine Fehlermeldungen und Ausgaben für Sie aufheben, die Worte von Besuchern enthalten können",
    draft: "Den Entwurf lesen und ändern: {documents}",
    published: "Lesen, was veröffentlicht ist: {documents}",
    media: "Bilder und Dateien durchsehen",
    actions: "{places} aus dem Entwurf bekommen, wenn ein Mitglied dort eine seiner Aktionen wählt",
    actionsWithBytes:
      "{places} aus dem Entwurf bekommen, und die Bilder selbst, wenn ein Mitglied dort eine seiner Aktionen wählt",
    action: "Bietet Mitgliedern im Editor „{title}“ an; geändert wird erst, wenn ein Mitglied den Vorschlag übernimmt.",
    actionAnySection: "Es bekommt von jedem Abschnitt {reads} und darf {proposes} vorschlagen.",
    actionSection: "Es bekommt von Abschnitten vom Typ {types} {reads} und darf {proposes} vorschlagen.",
    actionPage: "Es bekommt von einer Seite {members} und darf {suggested} vorschlagen.",
    actionPageAnySection: "Es bekommt von jedem Abschnitt dieser Seite {reads} und darf {proposes} vorschlagen.",
    actionPageSection: "Es bekommt von ihren Abschnitten vom Typ {types} {reads} und darf {proposes} vorschlagen.",
    actionPicture: "Es bekommt von einem Bild {facts} und darf {suggestions} vorschlagen.",
    storageOfOne: "Bis zu {bytes} eigene Daten aufheben, in einem Eintrag",
    storage: "Bis zu {bytes} eigene Daten aufheben, in höchstens {entries} Einträgen",

    toolForMembers: "Gibt den Agenten der Mitglieder das Werkzeug {tool}, „{title}“; es ändert nichts.",
    toolForMembersWriting: "Gibt den Agenten der Mitglieder das Werkzeug {tool}, „{title}“; es kann etwas ändern.",
    toolForAll: "Gibt jedem Agenten das Werkzeug {tool}, „{title}“; es ändert nichts.",
    toolForAllWriting: "Gibt jedem Agenten das Werkzeug {tool}, „{title}“; es kann etwas ändern.",
    textForMembers: "Gibt den Agenten der Mitglieder einen Text zu lesen, „{title}“, unter {address}.",
    textForAll: "Gibt jedem Agenten einen Text zu lesen, „{title}“, unter {address}.",
    promptForMembers: "Gibt den Agenten der Mitglieder die Vorlage {prompt}, „{title}“.",
    promptForAll: "Gibt jedem Agenten die Vorlage {prompt}, „{title}“.",
    alone: "Agenten sehen seinen Namen ohne den Namen des Plugins davor.",
    mayChange: "Es kann Entwürfe ändern.",
    contentType: "Fügt den Inhaltstyp „{title}“ hinzu. Mitglieder können Seiten davon anlegen, mit eigenen Werten.",
    section: "Fügt den Abschnitt „{title}“ für Seiten hinzu.",
    sectionByCode: "Fügt den Abschnitt „{title}“ für Seiten hinzu. Code des Plugins füllt ihn.",
    embeds: "Zeigt im Abschnitt „{title}“ Inhalte von {hosts}. Die Browser der Besucher verbinden sich dorthin.",
    addition: "Fügt zu {point} eines anderen Plugins hinzu: {data}.",
    additionEmpty: "Fügt zu {point} eines anderen Plugins nichts hinzu.",
    listOfOne: "Lässt andere Plugins seiner Liste „{title}“ einen Eintrag hinzufügen.",
    list: "Lässt andere Plugins seiner Liste „{title}“ bis zu {most} Einträge hinzufügen.",
    letter: "Schreibt den Brief „{title}“.",
    letterOnForm: "Sendet den Brief „{title}“ bei jedem Formular, das ein Besucher sendet.",
    letterOnPublish: "Sendet den Brief „{title}“ nach jeder Veröffentlichung.",
    letterDaily: "Sendet den Brief „{title}“ an jedem Tag, an dem es etwas zu sagen gibt.",
    letterWeekly: "Sendet den Brief „{title}“ in jeder Woche, in der es etwas zu sagen gibt.",
    file: "Liefert {path} aus.",
    fileOfLists: "Liefert {path} für jede Liste mit weiteren Seiten aus.",
    fileOfPages: "Liefert {path} für jede Seite des Typs {type} aus.",
    fileForSearch: "Liefert {path} aus; darin steht, was Suchmaschinen aufführen dürfen.",
    fileSitemap: "Liefert {path} aus; darin steht für Suchmaschinen, was es auf der Website gibt.",
    fileForModels: "Liefert {path} aus; darin steht für Sprachmodelle, was es auf der Website gibt.",
    fileWellKnown: "Liefert {path} aus. Andere Dienste vertrauen darauf als amtlicher Aussage der Website.",
    headRobots: "Sagt Suchmaschinen bei jeder Seite, ob sie sie auflisten dürfen.",
    headProof: "Beweist einem anderen Dienst mit {name} auf jeder Seite, wem die Website gehört.",
    headIcon: "Gibt jeder Seite ein Symbol, das Browser in ihren Reitern zeigen.",
    head: "Fügt dem Kopf jeder Seite Angaben hinzu, die Suchmaschinen und soziale Netzwerke lesen ({name}).",
    routeForAll: "Antwortet allen im Internet auf {methods} {path}.",
    routeForMembers: "Antwortet jedem Mitglied auf {methods} {path}.",
    formRoute:
      "Erfährt die ganzen Antworten in {forms}, bevor sie gespeichert werden oder wenn ein Besucher einen Link benutzt, und kann sie ablehnen.",
    routeLeaves: "Es kann Besucher zu {hosts} weiterleiten.",
    webhook:
      "Empfängt auf {path}, was ein Dienst sendet, signiert mit dem Geheimnis in seiner Einstellung „{setting}“.",
    pageForMembers: "Fügt dem Editor die Seite „{title}“ hinzu, die jedem Mitglied zeigt, was es aufhebt.",
    pageForSome: "Fügt dem Editor die Seite „{title}“ hinzu, die Mitgliedern mit {permission} zeigt, was es aufhebt.",
    routeForSome: "Antwortet Mitgliedern mit {permission} auf {methods} {path}.",
    form: "Fügt das Formular „{title}“ hinzu, mit dem Besucher Daten senden.",
    keptForm:
      "Fügt das Formular „{title}“ hinzu. Was Besucher damit senden, behält nur das Plugin; in der Liste der Einsendungen steht nichts davon.",
    ownForm:
      "Zeigt im Abschnitt „{title}“ ein eigenes Formular; was Besucher dort schreiben, geht an das Plugin, nicht an die Formulare der Website.",
    frame:
      "Zeigt „{title}“ auf Seiten und führt sein Skript in den Browsern der Besucher aus, in einem Rahmen, der die Seite nicht erreicht.",
    upload: "Lässt Mitglieder „{title}“ hochladen: {types}, bis {bytes}.",
    directive: "Fügt formatierten Texten „{title}“ hinzu; Mitglieder wählen es dort aus.",
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
      types: "die eigenen Inhaltstypen",
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
