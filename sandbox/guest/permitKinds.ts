/** Short codes for the most frequent permits of SES: functions that have no property but a length and a name. */
export const KINDS = { function: 0, asyncFunction: 1, getter: 2, accessor: 3 } as const;
