import type { ReactNode } from 'react'
import { Note } from '../../../ui/feedback/note.tsx'
import { FileDrop } from '../../../ui/form/file-drop.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { SegmentedControl } from '../../../ui/form/segmented-control.tsx'
import { ArchiveRow } from './archive-row.tsx'
import { MetadataText } from './metadata-text.tsx'
import styles from './register-dialog.module.css'
import type { useArchive } from './use-archive.ts'
import { SOURCES, type useSource } from './use-source.ts'

interface SourcePartProps {
  chosen: ReturnType<typeof useSource>
  archive: ReturnType<typeof useArchive>
  text: string
  onText: (text: string) => void
  /** What stands below the source. */
  children: ReactNode
}

const DROPS = {
  archive: {
    choose: 'Choose an archive',
    accept: '.tar.gz,.tgz,application/gzip',
    help: 'tar.gz with metadata.json at the top',
  },
  metadata: {
    choose: 'Choose a metadata.json',
    accept: '.json,application/json',
    help: 'Or paste it below. For solutions whose image is already in the registry.',
  },
} as const

/** An archive or the metadata alone. Both have one place for files, so that the focus stays where one leads to the other. */
export function SourcePart({ chosen, archive, text, onText, children }: SourcePartProps) {
  const { source, refused, led, show, take, forget } = chosen
  return (
    <FormSection title="Source">
      <div className={styles.part}>
        <SegmentedControl label="Source" segments={SOURCES} value={source} onChange={show} />
        <FileDrop {...DROPS[source]} onFiles={take} error={refused} />
        {led !== undefined && (
          <Note tone="info" live>
            {led}
          </Note>
        )}
        {source === 'archive' ? (
          <ArchiveRow state={archive.state} onRetry={archive.retry} onRemove={archive.remove} />
        ) : (
          <MetadataText
            text={text}
            onDrop={take}
            onChange={(typed) => {
              forget()
              onText(typed)
            }}
          />
        )}
        {children}
      </div>
    </FormSection>
  )
}
