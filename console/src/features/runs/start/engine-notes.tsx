import { metadataWarnings } from '@podium/contract/metadata-warnings.ts'
import type { readEngine } from '@podium/contract/system.ts'
import type { ReplyOf } from '../../../api/route-types.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import styles from './new-run.module.css'
import type { Run } from './run-plan.ts'

interface EngineNotesProps {
  engine: ReplyOf<typeof readEngine> | undefined
  run: Run
}

/** What may go otherwise than expected: the version on this engine, and the engine on this machine. */
export function EngineNotes({ engine, run }: EngineNotesProps) {
  if (!engine) return null
  const metadata = { ...run.metadata, pipeline: [run.pipeline] }
  const warnings = metadataWarnings(metadata, { containers: engine.containers })
  return (
    <div className={styles.notes}>
      {warnings.map((warning) => (
        <Note key={warning} tone="warn">
          {warning}
        </Note>
      ))}
      {engine.notices.map((notice) => (
        <Note key={notice} tone="info">
          {notice}
        </Note>
      ))}
    </div>
  )
}
