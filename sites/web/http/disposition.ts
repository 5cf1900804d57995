/** Names the file of a download (RFC 6266). Without it, browsers would use the last segment of the address. */

export const attachment = (name: string): string => `attachment; ${fileName(name)}`;

export const inline = (name: string): string => `inline; ${fileName(name)}`;

/** The name in ASCII for all browsers, and exactly for those that support RFC 8187. */
function fileName(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(/[^A-Za-z0-9._ -]/g, "");
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return plain === name ? `filename="${name}"` : `filename="${plain || "file"}"; filename*=UTF-8''${encoded}`;
}
