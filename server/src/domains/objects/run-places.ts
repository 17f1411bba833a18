import type { RetainedKind } from '@podium/contract/calls/retention.ts'

/** 'streams/{stream}/{run}/{attempt}/{file}', as attempts leave their files (solutions/object-paths.ts). */
const OF_RUN = /^streams\/[^/]+\/([^/]+)\/\d+\/(.+)$/s
/** With the index that lies beside it. */
const LOG = /^(process|pipeline)\.log(\.index)?$/
/** What a pod sends goes when its attempt is forgotten, and is no part of what a run leaves. */
const SENT = 'sent/'

/** Whose file the path of a bucket names, and of which kind; null where it is none that a run leaves. */
export function kindOfFile(path: string): { run_id: string; kind: RetainedKind } | null {
  const [, run_id, file] = OF_RUN.exec(path) ?? []
  if (run_id === undefined || file === undefined || file.startsWith(SENT)) return null
  return { run_id, kind: LOG.test(file) ? 'logs' : 'artifacts' }
}
