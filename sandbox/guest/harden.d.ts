/** The globals of SES that we use. */
declare function harden<T>(value: T): T;
declare function lockdown(options: Readonly<Record<string, string>>): void;
