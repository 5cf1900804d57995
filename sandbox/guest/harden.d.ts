/** What SES puts in the global scope, as far as it is used here. */
declare function harden<T>(value: T): T;
declare function lockdown(options: Readonly<Record<string, string>>): void;
