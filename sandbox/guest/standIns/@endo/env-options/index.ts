/**
 * Replaces the package that reads lockdown's options from environment variables. An isolate has none, so every option
 * has its default unless the guest passes it.
 */
export const getEnvironmentOption = (_name: string, byDefault: string): string => byDefault;
