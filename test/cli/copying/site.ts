/** A site in memory, for static copies. */
import { type CopiedAnswer, copySite, type StaticCopy, type CopySource } from "../../../sites/cli/copying/copy.ts";

export const ORIGIN = "https://site.example";

export const page = (body: string, head = ""): Partial<CopiedAnswer> & { readonly text: string } => ({
  type: "text/html; charset=utf-8",
  policy: "default-src 'none'; img-src 'self'; frame-ancestors 'none'",
  text: `<!doctype html><html><head>${head}</head><body>${body}</body></html>`,
});

export type Pages = Readonly<Record<string, Partial<CopiedAnswer> & { readonly text?: string }>>;

export interface CopiedSite extends StaticCopy {
  /** The text of each written file. */
  readonly written: Readonly<Record<string, string>>;
}

export async function copied(pages: Pages, seeds = ["/"], options: Partial<CopySource> = {}): Promise<CopiedSite> {
  const written: Record<string, string> = {};
  const copy = await copySite(
    {
      origin: ORIGIN,
      visit: async (path) => {
        const { text = "", ...answer } = pages[path] ?? { status: 404, text: "" };
        return {
          status: 200,
          type: "text/plain",
          policy: "",
          location: undefined,
          bytes: Buffer.from(text),
          ...answer,
        };
      },
      write: (file, bytes) => {
        if (file in written) throw new Error(`${file} is written twice`);
        written[file] = Buffer.from(bytes).toString();
      },
      tell: () => undefined,
      ...options,
    },
    seeds,
  );
  return { files: copy.files, bytes: copy.bytes, leftOut: copy.leftOut, closed: copy.closed, written };
}
