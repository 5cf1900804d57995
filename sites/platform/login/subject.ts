/**
 * The syntax of a provider's subject: letters, numbers and signs of any script. Controls and invisible signs are
 * refused, because two people must not look alike in the list of members.
 */
export const SUBJECT = /^\P{C}+$/u;
