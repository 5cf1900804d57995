/** Names the member for whom the page that asks was opened. */
export const SENDER_HEADER = "svc-member";
