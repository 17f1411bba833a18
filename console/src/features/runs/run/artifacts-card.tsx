import { addressOf } from '@podium/contract/call.ts'
import { listArtifacts, readArtifactArchive } from '@podium/contract/run-files.ts'
import { isLive } from '@podium/contract/run-state.ts'
import type { RunInfo } from '@podium/contract/runs.ts'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { sentenceFor } from '../../../api/api-error.ts'
import { q } from '../../../api/query.ts'
import { formatFileSize } from '../../../format/file-size.ts'
import { countOf } from '../../../format/number.ts'
import { LinkButton } from '../../../ui/button/link-button.tsx'
import { TextButton } from '../../../ui/button/text-button.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ArtifactRows } from './artifact-rows.tsx'
import { ModelPart } from './model-part.tsx'
import styles from './run-page.module.css'

const REREAD_MS = 15_000

/** What the run left, each file and all of it to download, the model before all. */
export function ArtifactsCard({ run }: { run: RunInfo }) {
  const params = { id: run.id }
  const { data, error, refetch } = useQuery({
    ...q(listArtifacts, { params }),
    // No event tells of a new file.
    refetchInterval: isLive(run.state) && run.started_at !== null ? REREAD_MS : false,
  })
  const count = data?.artifacts.length ?? 0
  return (
    <Card
      title="Artifacts"
      note={data && count > 0 && `${countOf(count, 'file')}, ${formatFileSize(data.total_bytes)}`}
      aside={
        count > 0 && (
          <LinkButton
            small
            icon={Download}
            href={addressOf(readArtifactArchive, { params })}
            download={`${run.name}.tar.gz`}
          >
            Download all
          </LinkButton>
        )
      }
      flush
    >
      {data && <ModelPart run={run} artifacts={data.artifacts} />}
      {data && count > 0 && <ArtifactRows run={run} artifacts={data.artifacts} />}
      {data && count === 0 && <p className={styles.none}>{noneYet(run)}</p>}
      {error && !data && (
        <p role="alert" className={styles.none}>
          {sentenceFor(error)} <TextButton onClick={() => void refetch()}>Retry</TextButton>
        </p>
      )}
      {!data && !error && <SkeletonRows label="Loading artifacts" rows={3} />}
    </Card>
  )
}

function noneYet({ state }: RunInfo): string {
  if (isLive(state)) return 'None yet. They appear here while the run writes them.'
  return 'The run left no files.'
}
