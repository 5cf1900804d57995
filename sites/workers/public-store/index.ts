/**
 * The public store of one machine: the functions of KV that the workers use, over rows of one object. KV on one machine
 * would write a file for each value, and sync each file, its folder and its index. Here, all values of a publication
 * are one transaction.
 */
export { PublicValues } from "./publicValues.ts";
export { Values } from "./values.ts";
