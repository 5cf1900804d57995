import { byRole } from "../byRole.ts";
import { ROLES } from "./roles.ts";
import type { Words } from "../en/index.ts";

const SCOPES: Words["agents"]["scopes"] = {
  "site:read": "die Website und ihren Entwurf lesen",
  "content:write": "den Entwurf ändern",
  "content:publish": "veröffentlichen",
  "plugins:use": "benutzen, was Plugins anbieten",
};

export const AGENTS: Words["agents"] = {
  none: "Hier handelt kein Agent für jemanden.",
  scopes: SCOPES,
  may: "Darf {scopes}",
  allowed: "Erlaubt",
  used: "zuletzt benutzt",
  unused: "nie benutzt",
  ends: "endet",
  end: "Beenden",
  endOf: "Beenden: was {name} darf",
  unnamed: "Ein Agent ohne Namen",
};

export const PEOPLE: Words["people"] = {
  title: "Personen",
  intro: "Wer an dieser Website arbeiten darf, und was jede Person darf.",
  list: "Mitglieder",
  roles: byRole(ROLES, "title"),
  may: byRole(ROLES, "may"),
  since: "seit",
  you: "Sie",
  unnamed: "Mitglied ohne Namen",
  older: "Weitere Mitglieder",
  newest: "Erste Mitglieder",
  agents: "Agenten der Mitglieder",
  agentsIntro:
    "Agenten sind Programme, die Mitglieder für sich handeln lassen. Keiner darf mehr als das Mitglied selbst.",
  olderAgents: "Ältere",
  newestAgents: "Neueste",
  for: "für {name}",
  back: "Alle Personen",

  inviteTitle: "Jemanden einladen",
  inviteHelp:
    "Bitten Sie die Person, sich bei dieser Website anzumelden und Ihnen den Code zu schicken, den sie dort sieht. Der Code allein lässt niemanden ein.",
  name: "Name",
  nameHelp: "Andere Mitglieder sehen ihn. Lassen Sie Mailadressen weg.",
  code: "Code der Person",
  codeHelp: "Genau so, wie er ihr angezeigt wird.",
  elsewhere: "Bei der Person steht eine andere Anmeldung als {name}",
  issuer: "Wo sie sich anmeldet",
  issuerHelp: "Die https-Adresse, die dort steht.",
  role: "Rolle",
  invite: "Einladen",

  change: "Was die Person darf",
  changeRole: "Rolle ändern",
  onlyOwners: "Nur Eigentümer ändern, was Eigentümer dürfen.",
  logoutTitle: "Computer verloren oder Anmeldung gestohlen",
  logoutHelp:
    "Beendet alle Anmeldungen der Person bei dieser Website und was sie Agenten hier erlaubt hat. Sie bleibt Mitglied.",
  logout: "Anmeldungen beenden",
  removeTitle: "Die Person arbeitet nicht mehr hier",
  removeHelp: "Was sie geschrieben hat, bleibt. Ihre Anmeldungen und Agenten bei dieser Website enden.",
  remove: "Von der Website entfernen",
  removeQuestion: "{name} von dieser Website entfernen? Zum Wiederkommen ist eine neue Einladung nötig.",
  removeSure: "Entfernen",
  done: {
    invited: "Eingeladen. Die Person kann sich jetzt anmelden.",
    changed: "Die Rolle ist geändert.",
    ended: "Die Anmeldungen sind beendet.",
    stopped: "Beendet. Der nächste Aufruf wird abgelehnt.",
    removed: "Entfernt.",
  },
};

export const ACCOUNT: Words["account"] = {
  title: "Ihr Konto",
  role: "Ihre Rolle hier: {role} – {may}.",
  logins: "Wo Sie angemeldet sind",
  loginsIntro: "Ihre Anmeldungen bei allen Websites dieser Installation. Beenden Sie jede, die Sie nicht kennen.",
  kinds: { browser: "ein Browser", program: "ein Programm" },
  thisOne: "Diese hier",
  since: "seit",
  used: "zuletzt benutzt",
  end: "Beenden",
  endOf: "Beenden: Anmeldung bei {hostname}",
  olderLogins: "Ältere Anmeldungen",
  newestLogins: "Neueste Anmeldungen",
  agents: "Agenten, die für Sie handeln",
  noAgents: "Sie lassen keinen Agenten für sich handeln.",
  languageTitle: "Sprache des Editors",
  language: "Sprache",
  asBrowser: "Wie der Browser es wünscht",
  languageHelp: "Dieser Browser merkt sie sich. Die Sprache der Website selbst steht in ihren Einstellungen.",
  done: {
    ended: "Die Anmeldung ist beendet.",
    stopped: "Beendet. Der nächste Aufruf wird abgelehnt.",
    language: "Der Editor spricht jetzt diese Sprache.",
  },
};
