/** The gallery of a plugin: every look in every theme and scheme, at three widths, by the renderer of the sites. */
import type { PackedPlugin } from "../../../../manifests/packages/packedPlugin.ts";
import { combine } from "../../../../runtime/contributions/points.ts";
import type { Theme } from "../../../../runtime/documents/content/content.ts";
import { type Renderer, createRenderer } from "../../../../runtime/rendering/renderer.ts";
import { STAND_IN } from "../../../editor/looks/standIn.ts";
import { siteWith } from "./specimenSite.ts";
import { type Exhibit, companionsOf, exhibitsOf } from "./exhibits.ts";

/** The widths of a phone, a tablet and a desktop, in CSS pixels. */
export const WIDTHS = [360, 768, 1280] as const;
const SCHEMES = ["light", "dark"] as const;
type Scheme = (typeof SCHEMES)[number];

export interface GalleryAnswer {
  readonly type: string;
  readonly body: string | Uint8Array;
}

/** One preview in the gallery: an exhibit with a theme and a scheme. */
export interface Shot {
  readonly exhibit: Exhibit;
  readonly theme: string;
  readonly scheme: Scheme;
  readonly path: string;
}

const html = (body: string): GalleryAnswer => ({ type: "text/html; charset=utf-8", body });

export class Gallery {
  readonly id: string;
  readonly shots: readonly Shot[];
  readonly #renderer: Renderer;
  readonly #exhibits: readonly Exhibit[];

  constructor(plugin: PackedPlugin) {
    const companions = companionsOf(plugin);
    this.id = plugin.manifest.id;
    this.#renderer = createRenderer(
      combine([plugin, ...companions].map((one) => ({ ...one.manifest, plugin: one, grant: null }))),
    );
    this.#exhibits = exhibitsOf(plugin, companions);
    const named = (plugin.manifest.contributes.themes ?? []).map(({ name }) => `${this.id}/${name}`);
    const themes = named.length > 0 ? named : ["drawbridge.slate/slate"];
    this.shots = this.#exhibits.flatMap((exhibit, index) =>
      themes.flatMap((theme) =>
        SCHEMES.map((scheme) => ({ exhibit, theme, scheme, path: `/show/${index}/${scheme}/${theme}` })),
      ),
    );
  }

  /** Answers the content of a path; undefined if there is none. */
  answer(path: string): GalleryAnswer | undefined {
    if (path.startsWith("/media/")) return { type: "image/svg+xml", body: STAND_IN };
    const shot = this.shots.find((one) => one.path === path);
    if (shot) return html(this.#page(shot));
    const dressed = this.shots.find((one) => styleOf(one) === path);
    if (dressed) return { type: "text/css; charset=utf-8", body: this.#style(dressed) };
    const asset = this.#renderer.assets().find((one) => one.path === path);
    return asset && { type: asset.type, body: Buffer.from(asset.text, "base64") };
  }

  #style(shot: Shot): string {
    return this.#renderer.stylesheet(themeOf(shot)) + (shot.exhibit.isBare ? BARE : "");
  }

  #page(shot: Shot): string {
    const page = { path: "/show", title: shot.exhibit.title, sections: [...shot.exhibit.sections] };
    const site = siteWith(themeOf(shot), styleOf(shot));
    return this.#renderer.page({ id: "show", version: 1, page, site, mode: "published" }).html;
  }
}

const themeOf = ({ theme, scheme }: Shot): Theme => ({ theme, scheme, tokens: {} });
const styleOf = ({ exhibit: { isBare }, theme, scheme }: Shot): string =>
  `/style/${isBare ? "bare" : "whole"}/${scheme}/${theme}.css`;

/** Hides every element that neither contains a section nor lies in one: the theme's header and footer. */
const BARE = "\nbody :not(:has([data-section])):not([data-section]):not([data-section] *){display:none!important}\n";
