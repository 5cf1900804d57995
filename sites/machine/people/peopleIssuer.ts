/**
 * The issuer of every machine's accounts. Members are known by it, so it stays the same when a machine gets another
 * hostname. Subjects are random, so no two machines give the same one.
 */
export const PEOPLE_ISSUER = "http://login.localhost";
