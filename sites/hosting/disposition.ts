/** Names the file for a browser that saves an answer (RFC 6266). The address's last segment never becomes the name. */

export const attachment = (name: string): string => `attachment; ${fileName(name)}`;

export const inline = (name: string): string => `inline; ${fileName(name)}`;

/** The name for all readers in the letters every header has, and as it is for those that read RFC 8187. */
function fileName(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(/[^A-Za-z0-9._ -]/g, "");
  const encoded = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return plain === name ? `filename="${name}"` : `filename="${plain || "file"}"; filename*=UTF-8''${encoded}`;
}
