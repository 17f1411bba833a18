import type { Metadata } from '@podium/contract/metadata.ts'
import type { VersionDetail } from '@podium/contract/solutions.ts'
import { MetadataCard } from './metadata-card.tsx'
import { ParametersCard } from './parameters-card.tsx'

interface MadePartProps {
  version: VersionDetail
  /** null where nothing can be read from it */
  metadata: Metadata | null
}

/** How the version is made: what a run of it asks for, and its metadata as it was registered. */
export function MadePart({ version, metadata }: MadePartProps) {
  return (
    <>
      {metadata && <ParametersCard metadata={metadata} />}
      <MetadataCard version={version} />
    </>
  )
}
