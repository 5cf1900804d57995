import type { Words } from "../en/index.ts";

export const THEME: Words["theme"] = {
  title: "Design",
  choose: "Design auswählen",
  present: "Das jetzige",
  look: "Ansehen",
  lookTitle: "Die Website im Design „{title}“",
  lookHelp:
    "Noch ist nichts geändert. Wenn Sie hier einem Link folgen, sehen Sie den Entwurf wieder mit dem jetzigen Design.",
  back: "Zurück zum jetzigen Design",
  use: "Dieses Design verwenden",
  values: "Farben, Schriften und Größen",
  valuesFrom: {
    earlier: "Wie diese Website das Design zuletzt hatte",
    present: "Meine jetzigen, wo dieses Design sie auch hat",
    own: "Wie das Design sie mitbringt",
  },
  valuesHelp: "Das jetzige Design behält seine eigenen und bekommt sie zurück, wenn Sie es wieder wählen.",
  notTaken: {
    one: "1 Ihrer jetzigen Werte hat in diesem Design keinen Platz.",
    other: "{n} Ihrer jetzigen Werte haben in diesem Design keinen Platz.",
  },

  scheme: "Hell und dunkel",
  schemes: { auto: "Wie das Gerät der Besucher es wünscht", light: "Immer hell", dark: "Immer dunkel" },
  tokens: "Farben, Schriften und Größen",
  groups: { base: "Schriften und Größen", light: "Farben im Hellen", dark: "Farben im Dunkeln" },
  away: "Das Plugin dieses Designs ist nicht aktiv, deshalb lassen sich Farben und Schriften nicht ändern.",
  own: "Geändert",
  ownChoice: "{choice} (vom Design)",
  pixels: { one: "{n} Pixel", other: "{n} Pixel" },
  weights: {
    400: "Normal",
    500: "Kräftiger",
    600: "Halbfett",
    700: "Fett",
    800: "Sehr fett",
    900: "Am fettesten",
  },
  reset: "Zurück zum Wert des Designs",
  preview: "So sieht es aus",
  previewHelp:
    "Eine Farbe zeigt sich hier, während Sie sie wählen. Besucher sehen sie, sobald sie gespeichert und veröffentlicht ist.",

  contrast: "Können alle es lesen?",
  contrastHelp:
    "Die Zahl sagt, wie deutlich sich Text von seinem Hintergrund abhebt. Text braucht 4,5, großer Text und Knöpfe brauchen 3.",
  pair: "{text} auf {ground}",
  grades: {
    enough: "gut für jeden Text",
    large: "nur für großen Text",
    little: "zu wenig: Viele Menschen können das nicht lesen",
  },
  low: { one: "1 Farbpaar ist schwer zu lesen.", other: "{n} Farbpaare sind schwer zu lesen." },
  done: {
    saved: "Im Entwurf gespeichert. Besucher sehen es nach der Veröffentlichung.",
    chosen: "Der Entwurf hat jetzt dieses Design.",
    reset: "Es gilt wieder der Wert des Designs.",
  },
};
