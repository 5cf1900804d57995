/** The header with the member whose page sends the request. */
export const SENDER_HEADER = "svc-member";
