import { diskWarning } from '@podium/contract/disk-space.ts'
import { readEngine } from '@podium/contract/system.ts'
import { useQuery } from '@tanstack/react-query'
import { sentenceFor } from '../../api/api-error.ts'
import { q } from '../../api/query.ts'
import layout from '../../theme/layout.module.css'
import { TextButton } from '../../ui/button/text-button.tsx'
import { Note } from '../../ui/feedback/note.tsx'

/** What an administrator should know: that the disk is filling up, and what the engine does not hold here. */
export function EngineNotices() {
  const { data, error, refetch } = useQuery(q(readEngine))
  if (error)
    return (
      <Note tone="warn" title="What the engine says could not be read.">
        {sentenceFor(error)} <TextButton onClick={() => void refetch()}>Retry</TextButton>
      </Note>
    )
  const diskTrouble = data?.disk && diskWarning(data.disk)
  if (!data || (data.gaps.length === 0 && !diskTrouble)) return null
  return (
    <section aria-label="Notices of the engine" className={layout.stackTight}>
      {diskTrouble && (
        <Note tone="warn" title={diskTrouble}>
          Delete solutions and streams that are not needed, or give the server more room.{' '}
          <a href="/guide/operations/full-disk.html">What happens when it is full</a>
        </Note>
      )}
      {data.gaps.map((notice) => (
        <Note key={notice} tone="warn">
          {notice}
        </Note>
      ))}
    </section>
  )
}
