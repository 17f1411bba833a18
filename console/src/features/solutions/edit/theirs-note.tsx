import { formatVersion } from '../../../format/version.ts'
import { DiffView } from '../../../ui/code/diff-view.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import type { Theirs } from './use-edit.ts'

/** What somebody else saved meanwhile. The text stays; the next save is made on theirs. */
export function TheirsNote({ theirs: { sentence, before, now } }: { theirs: Theirs }) {
  const isNew = before.version_num !== now.version_num
  return (
    <>
      <Note tone="warn" live title={sentence}>
        What you typed is still here.
        {isNew && ` ${formatVersion(now.version_num)} is the newest now.`}
      </Note>
      <Card title="Saved by somebody else" flush>
        <DiffView
          label="Changes that somebody else saved"
          before={before.text}
          after={now.text}
          head={`${formatVersion(before.version_num)} as you opened it, and ${formatVersion(now.version_num)} as it is now`}
        />
      </Card>
    </>
  )
}
