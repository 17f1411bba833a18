import type { RetainedKind } from '@podium/contract/calls/retention.ts'

/** 'streams/{stream}/{run}/{attempt}/{file}', the path of an attempt's files (solutions/object-paths.ts). */
const OF_RUN = /^streams\/[^/]+\/([^/]+)\/\d+\/(.+)$/s
/** Includes the index beside the log. */
const LOG = /^(process|pipeline)\.log(\.index)?$/
/** Files that a pod sends are deleted when its attempt is forgotten, and do not belong to the run's outputs. */
const SENT = 'sent/'

/** Returns the run and the kind of an output file by its path in the bucket; null for any other path. */
export function kindOfFile(path: string): { run_id: string; kind: RetainedKind } | null {
  const [, run_id, file] = OF_RUN.exec(path) ?? []
  if (run_id === undefined || file === undefined || file.startsWith(SENT)) return null
  return { run_id, kind: LOG.test(file) ? 'logs' : 'artifacts' }
}
