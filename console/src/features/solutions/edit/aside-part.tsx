import type { Metadata } from '@podium/contract/metadata.ts'
import { ChecksCard, type ChecksCardProps } from './checks-card.tsx'
import { PreviewCard } from './preview-card.tsx'

interface AsidePartProps extends ChecksCardProps {
  /** null as long as something is wrong */
  metadata: Metadata | null
}

/** Beside the text: what is wrong with it, and what a run would ask for. */
export function AsidePart({ metadata, ...checked }: AsidePartProps) {
  return (
    <>
      <ChecksCard {...checked} />
      <PreviewCard metadata={metadata} />
    </>
  )
}
