import { randomInt } from "node:crypto";

const OCTET_VALUES = 256;
/** The last octet is neither the network's own address nor its broadcast address. */
const [FIRST_HOST, LAST_HOST] = [1, 254];

/**
 * The address of this machine on which a workerd's inspector listens. The inspector does not ask who connects, and a
 * web page of a browser here can try the ports of 127.0.0.1. On Linux, the whole network 127.0.0.0/8 is this machine
 * (RFC 6890 2.2.2). A random address in it makes 2^24 times as many places to try. Other systems have 127.0.0.1 alone.
 *
 * A Unix socket would keep other users out, too. But workerd does not finish its start with one.
 */
export const inspectorHost = (platform: NodeJS.Platform = process.platform): string =>
  platform === "linux"
    ? `127.${randomInt(OCTET_VALUES)}.${randomInt(OCTET_VALUES)}.${randomInt(FIRST_HOST, LAST_HOST + 1)}`
    : "127.0.0.1";
