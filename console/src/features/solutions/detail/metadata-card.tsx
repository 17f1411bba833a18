import type { VersionDetail } from '@podium/contract/solutions.ts'
import { useMemo } from 'react'
import { formatFileSize } from '../../../format/file-size.ts'
import { CodeBlock } from '../../../ui/code/code-block.tsx'
import { DisclosureCard } from '../../../ui/layout/disclosure-card.tsx'

/** The metadata as it was registered, for reading and copying. */
export function MetadataCard({ version }: { version: VersionDetail }) {
  const json = useMemo(() => JSON.stringify(version.metadata_json, null, 2), [version])
  return (
    <DisclosureCard title="metadata.json" summary={formatFileSize(new Blob([json]).size)}>
      <CodeBlock label="Metadata" code={json} copy />
    </DisclosureCard>
  )
}
