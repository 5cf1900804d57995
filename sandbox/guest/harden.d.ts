/** The SES globals that the guest uses. */
declare function harden<T>(value: T): T;
declare function lockdown(options: Readonly<Record<string, string>>): void;
