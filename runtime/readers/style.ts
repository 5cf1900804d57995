/** The style of readers' accounts. No theme knows their forms, and the policy of their pages allows exactly this text. */
import { pagePolicy } from "../rendering/pagePolicy.ts";

export const READER_STYLE =
  ".svc-readers{display:grid;gap:1.5rem;justify-items:start;inline-size:min(40rem,100% - 2.5rem);margin:0 auto 4rem}.svc-readers :is(p,dl,form){margin:0}.svc-readers form{display:grid;gap:1rem;justify-items:start;inline-size:100%}.svc-readers div{inline-size:100%;margin:0}.svc-readers :is(label,dt){display:block;font-weight:600}.svc-readers input{box-sizing:border-box;inline-size:min(24rem,100%);min-block-size:2.75rem;padding:.5rem .75rem;font:inherit}.svc-readers dd{margin:0 0 .75rem;overflow-wrap:anywhere}";

/** The SHA-256 of the style in base64, as policies name an inline style (CSP3, 2.3.1). A test computes it again. */
export const READER_STYLE_SOURCE = "'sha256-gQDzn3+w/iEtMDbRaE9unNVqt3InnsZN6aYv5KgMr2U='";

/** The policy of a page with that style. */
export const readersPolicy = (frames: string): string =>
  pagePolicy(frames).replace("style-src 'self'", `style-src 'self' ${READER_STYLE_SOURCE}`);
