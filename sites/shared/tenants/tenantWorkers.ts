/** A tenant's worker as the control plane has it. A row without `ready_at` routes nobody. */
export interface TenantWorkerRow {
  readonly tenant: string;
  readonly worker: string;
  readonly namespace: string;
  readonly release: string;
  readonly artifact_sha256: string;
  readonly bucket: string;
  readonly queue: string;
  readonly ready_at: number | null;
}
