import type { Metadata } from '@podium/contract/metadata.ts'
import { tierOf } from '@podium/contract/metadata-pipeline.ts'
import type { Version } from '@podium/contract/solutions.ts'
import { tierLabels } from '@podium/contract/tiers.ts'
import { formatFileSize } from '../../../format/file-size.ts'
import { NOTHING } from '../../../format/nothing.ts'
import { Fact, FactStrip } from '../../../ui/layout/fact-strip.tsx'
import { Moment } from '../../../ui/text/moment.tsx'

interface FactsProps {
  version: Version | undefined
  metadata: Metadata | null
}

export function Facts({ version, metadata }: FactsProps) {
  return (
    <FactStrip>
      <Fact term="Registered by">
        {version ? (
          <>
            {version.created_by || NOTHING}, <Moment at={version.created_at} />
          </>
        ) : (
          NOTHING
        )}
      </Fact>
      <Fact term="Pipelines">{version?.pipelines.join(', ') || NOTHING}</Fact>
      <Fact term="Default tier">{metadata ? tiersOf(metadata) : NOTHING}</Fact>
      <Fact term="Size">{formatFileSize(version?.size)}</Fact>
    </FactStrip>
  )
}

/** The tiers the pipelines ask for; a pipeline that names none gets Standard. */
function tiersOf({ pipeline }: Metadata): string {
  const labels = pipeline.map((one) => ({ type: one.type, tier: tierLabels[tierOf(one) ?? 'standard'] }))
  const isOne = new Set(labels.map(({ tier }) => tier)).size === 1
  return isOne ? (labels[0]?.tier ?? NOTHING) : labels.map(({ type, tier }) => `${type} ${tier}`).join(', ')
}
