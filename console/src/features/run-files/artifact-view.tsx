import {
  type Artifact,
  previewArtifact,
  readArtifact,
  showArtifact,
} from '@podium/contract/calls/run-files.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { useQuery } from '@tanstack/react-query'
import { addressOf } from '../../api/address-of.ts'
import { q } from '../../api/query.ts'
import { hrefOf } from '../../navigation/target.ts'
import { useAddress } from '../../navigation/use-address.ts'
import { FileView } from './components/file-view.tsx'

export function ArtifactView({ run, artifact }: { run: RunInfo; artifact: Artifact }) {
  const params = { id: run.id, path: artifact.path }
  const { targetWith } = useAddress()
  return (
    <FileView
      file={artifact}
      query={useQuery(q(previewArtifact, { params }))}
      download={addressOf(readArtifact, { params, query: { direct: '1' } })}
      shownAt={(path) => addressOf(showArtifact, { params: { id: run.id, path } })}
      pageAt={(path) => hrefOf(targetWith({ tab: 'artifacts', file: path }))}
    />
  )
}
