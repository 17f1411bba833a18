import type { Artifact } from '@podium/contract/calls/run-files.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { useAddress } from '../../../navigation/use-address.ts'
import layout from '../../../theme/layout.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { ArtifactView } from '../artifact-view.tsx'
import { ArtifactsCard } from '../artifacts-card.tsx'
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
    <div className={classNames(layout.columns, layout.alike)}>
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
  /\.(md|html?|svg|pdf)$/i,
  /\.(csv|tsv)$/i,
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
