import type { ReadersApi } from "./readers/readersApi.ts";
import type { SharingApi } from "./sharing/sharingApi.ts";
import type { FormApi } from "./submissions/formApi.ts";
import type { VisitsApi } from "./visits/views.ts";

/** The workspace's methods for people who are no members. */
export interface VisitorsApi extends FormApi, SharingApi, ReadersApi, VisitsApi {}

/** The arguments and the answer of a method. */
export type VisitorGiven<M extends keyof VisitorsApi> = Parameters<VisitorsApi[M]>;
export type VisitorAnswered<M extends keyof VisitorsApi> = ReturnType<VisitorsApi[M]>;
