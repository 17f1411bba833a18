import {
  type Artifact,
  previewArtifact,
  readArtifact,
  showArtifact,
} from '@podium/contract/calls/run-files.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { useQuery } from '@tanstack/react-query'
import { addressOf } from '../../../api/address-of.ts'
import { q } from '../../../api/query.ts'
import { hrefOf } from '../../../navigation/target.ts'
import { useAddress } from '../../../navigation/use-address.ts'
import layout from '../../../theme/layout.module.css'
import { ArtifactsCard } from '../artifacts-card.tsx'
import { FileView } from './file-view.tsx'
import { GoneFiles, goneArtifacts } from './gone-files.tsx'
import { useArtifacts } from './use-artifacts.ts'

/** Shows the files of the run, and beside them the open one. */
export function ArtifactsTab({ run }: { run: RunInfo }) {
  const { search } = useAddress()
  const { data } = useArtifacts(run)
  const shown = data && lookedAt(data.artifacts, search.file)
  const gone = goneArtifacts(run)
  if (gone)
    return (
      <section aria-label="Artifacts" className={layout.surface}>
        <GoneFiles gone={gone} what={`${whatOf(run)} are`} workspaceId={run.workspace_id} />
      </section>
    )
  return (
    <div className={layout.columns}>
      <div className={layout.five}>
        <ArtifactsCard run={run} shown={shown?.path} />
      </div>
      <div className={layout.seven}>
        {shown && <ArtifactView key={shown.path} run={run} artifact={shown} />}
      </div>
    </div>
  )
}

function whatOf({ model_version }: RunInfo): string {
  return model_version === '' ? 'The artifacts' : 'The artifacts and the model'
}

/** Kinds of files in the order in which one is opened by default: the most telling first. */
const TELLING = [
  /\.(png|jpe?g|jfif|gif|webp)$/i,
  /\.(md|html?|svg|pdf|ipynb)$/i,
  /\.(csv|tsv|csv\.gz|tsv\.gz|parquet|npy|npz|mp4|m4v|webm|mp3|wav|ogg|flac|m4a)$/i,
  /\.(json|txt|log)$/i,
]

/** Returns the file in the address, else the most telling one. */
export function lookedAt(artifacts: readonly Artifact[], named: string | undefined): Artifact | undefined {
  const others = artifacts.filter(({ path }) => !path.startsWith('model/'))
  return (
    artifacts.find(({ path }) => path === named) ??
    TELLING.map((kind) => others.find(({ path }) => kind.test(path))).find((found) => found !== undefined)
  )
}

function ArtifactView({ run, artifact }: { run: RunInfo; artifact: Artifact }) {
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
