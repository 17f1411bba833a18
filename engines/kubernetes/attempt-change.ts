import type { RunSpec } from '../engine.ts'
import type { AttemptChange, AttemptRecord } from './attempt-store.ts'

export function openedRecord(spec: RunSpec, opened_at: string): AttemptRecord {
  return {
    spec,
    opened_at,
    stop_requested_at: null,
    stop_reason: null,
    started_at: null,
    progress: null,
    usage: null,
    exit: null,
    heard_at: null,
    refusal: null,
    is_complete: false,
    is_partial: false,
    promised_bytes: 0,
    log_is_cut: false,
    ended: null,
  }
}

/** True if all data has arrived or the end is decided. Its logs are not followed from then on. */
export function isOver({ ended, is_complete }: AttemptRecord): boolean {
  return ended !== null || is_complete
}

/** Returns the record with the change. First values stay, except those that a run reports repeatedly. */
export function changedRecord(record: AttemptRecord, change: AttemptChange): AttemptRecord {
  return {
    ...record,
    stop_requested_at: record.stop_requested_at ?? change.stop_requested_at ?? null,
    // The reason of a later request would mark a run that a person stopped as failed.
    stop_reason: record.stop_requested_at === null ? (change.stop_reason ?? null) : record.stop_reason,
    started_at: record.started_at ?? change.started_at ?? null,
    progress: change.progress ?? record.progress,
    usage: change.usage ?? record.usage,
    exit: record.exit ?? change.exit ?? null,
    heard_at: change.heard_at ?? record.heard_at ?? null,
    refusal: change.refusal ?? record.refusal ?? null,
    is_complete: record.is_complete || change.is_complete === true,
    // Nothing of a complete attempt can get lost.
    is_partial: record.is_partial || (change.is_partial === true && !record.is_complete),
    promised_bytes: (record.promised_bytes ?? 0) + (change.promised_bytes ?? 0),
    log_is_cut: record.log_is_cut || change.log_is_cut === true,
    ended: record.ended ?? change.ended ?? null,
  }
}
