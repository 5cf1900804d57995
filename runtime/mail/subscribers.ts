/** Subscribers as receivers of letters. The outbox names each by the number of the subscription, never by the address. */

const SUBSCRIBER = "subscriber:";

/** The receiver of a letter to one subscriber. No member has such a name. */
export const subscriberName = (number: number): string => `${SUBSCRIBER}${number}`;

/** The number in the name of a receiver. Undefined if it is a member. */
export const subscriberIn = (member: string): number | undefined =>
  member.startsWith(SUBSCRIBER) ? Number(member.slice(SUBSCRIBER.length)) : undefined;
