/** Options of lockdown from the environment of a process. An isolate has neither, so every option is what we pass or its default. */
export const getEnvironmentOption = (_name: string, byDefault: string): string => byDefault;
