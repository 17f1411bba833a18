import { addressOf } from '@podium/contract/call.ts'
import { type Artifact, previewArtifact, readArtifact, showArtifact } from '@podium/contract/run-files.ts'
import type { RunInfo } from '@podium/contract/runs.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import { FileView } from '../components/file-view.tsx'

/** One file of the run. */
export function ArtifactView({ run, artifact }: { run: RunInfo; artifact: Artifact }) {
  const params = { id: run.id, path: artifact.path }
  return (
    <FileView
      file={artifact}
      query={useQuery(q(previewArtifact, { params }))}
      download={addressOf(readArtifact, { params, query: { direct: '1' } })}
      shown={addressOf(showArtifact, { params })}
    />
  )
}
