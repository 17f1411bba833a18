import type { ModelInfo } from '@podium/contract/calls/models.ts'
import { modelFileName } from '@podium/contract/calls/run-files.ts'
import { type RunState, shownState } from '@podium/contract/rules/run-state.ts'
import { namedValues } from '@podium/contract/solution-metadata/parameters.ts'
import { formatFileSize } from '../../../format/file-size.ts'
import { countOf } from '../../../format/number.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { DefinitionList } from '../../../ui/layout/definition-list.tsx'
import { StateChip } from '../../../ui/text/chip.tsx'
import { ListTime } from '../../../ui/text/moment.tsx'
import { GoneFiles, goneArtifacts } from '../../run-files/components/gone-files.tsx'
import { ModelFiles } from '../../run-files/components/model-files.tsx'
import { shownValue } from '../../runs/components/parameter-text.ts'
import { RunLink } from '../../runs/components/run-link.tsx'
import styles from './model-page.module.css'

export function FilesCard({ model }: { model: ModelInfo }) {
  const { files, has_file } = model
  return (
    <Card
      title="Files"
      note={
        has_file && (
          <ModelFiles
            files={files.length}
            archive={modelFileName({ ...model, model_version: model.version })}
          />
        )
      }
      flush
    >
      {has_file ? (
        <ul className={styles.rows}>
          {files.map(({ path, size }) => (
            <li key={path}>
              <span className={classNames(text.cut, layout.grow)} title={path}>
                {path}
              </span>
              <span className={text.number}>{formatFileSize(size)}</span>
            </li>
          ))}
        </ul>
      ) : (
        <GoneModel model={model} />
      )}
    </Card>
  )
}

function GoneModel({ model }: { model: ModelInfo }) {
  const gone = goneArtifacts(model)
  if (gone) return <GoneFiles gone={gone} what="The files are" workspaceId={model.workspace_id} />
  return <p className={classNames(text.small, text.muted, layout.inset)}>The files no longer exist.</p>
}

/** Lists the inference runs that used the model, newest first. */
export function UsesCard({ model: { uses, use_count } }: { model: ModelInfo }) {
  if (uses.length === 0) return null
  return (
    <Card title="Used by" note={countOf(use_count, 'inference run')} flush>
      <ul className={styles.rows}>
        {uses.map(({ run_id, run_name, stream_name, state, created_at }) => (
          <li key={run_id}>
            <RunLink run={{ id: run_id, name: run_name }} />
            <StateChip state={shownState(state as RunState)} />
            <span className={classNames(text.note, layout.end)}>
              {stream_name}, <ListTime at={created_at} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

export function ParametersCard({ model }: { model: ModelInfo }) {
  const items = namedValues(model.parameters).map(({ title, value }) => ({
    term: title,
    value: shownValue(value),
  }))
  if (items.length === 0) return null
  return (
    <Card title="Parameters" flush>
      <DefinitionList inset items={items} />
    </Card>
  )
}
