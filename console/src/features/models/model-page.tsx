import { downloadModel, type ModelInfo, readModel } from '@podium/contract/calls/models.ts'
import { modelFileName } from '@podium/contract/calls/run-files.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Download, Play } from 'lucide-react'
import { addressOf } from '../../api/address-of.ts'
import { q } from '../../api/query.ts'
import { formatFileSize } from '../../format/file-size.ts'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { useRecordId } from '../../navigation/use-address.ts'
import { RecordPage } from '../../record/record-page.tsx'
import { useDeletion } from '../../record/use-deletion.tsx'
import { useDisabledReason, useDisabledReasonFor } from '../../session/use-caller.ts'
import { useLiveRuns } from '../../session/use-live-runs.ts'
import { useWorkspace } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import { Button, LinkButton } from '../../ui/button/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { MoreMenu } from '../../ui/menu/more-menu.tsx'
import { Moment } from '../../ui/text/moment.tsx'
import { RunLink } from '../runs/components/run-link.tsx'
import { AliasChips } from './components/alias-chips.tsx'
import { inferenceWith } from './components/model-list.tsx'
import { modelTarget } from './components/model-target.ts'
import { AliasesCard } from './page/aliases-card.tsx'
import { FiguresCard } from './page/figures-card.tsx'
import { LineageCard } from './page/lineage-card.tsx'
import styles from './page/model-page.module.css'
import { NoteCard } from './page/note-card.tsx'
import { FilesCard, ParametersCard, UsesCard } from './page/part-cards.tsx'

const modelQuery = (id: string) => q(readModel, { params: { id } })

export const load = ({ queries, params }: PageContext) => queries.prefetchQuery(modelQuery(params.id ?? ''))

export function Page() {
  const id = useRecordId()
  const { id: ws } = useWorkspace()
  return (
    <RecordPage
      query={useQuery(modelQuery(id))}
      title="Model"
      noun="model"
      name={({ name }) => name}
      back={{ target: paths.modelList({ ws }), label: 'Back to Models' }}
    >
      {(model) => <ModelView key={id} model={model} />}
    </RecordPage>
  )
}

function ModelView({ model }: { model: ModelInfo }) {
  useLiveRuns()
  return (
    <>
      <ModelHead model={model} />
      <div className={layout.stack}>
        <LineageCard model={model} />
        <div className={layout.columns}>
          <div className={classNames(layout.wide, layout.stack)}>
            <FiguresCard model={model} />
            <FilesCard model={model} />
            <NoteCard model={model} />
          </div>
          <aside aria-label="About this model" className={classNames(layout.narrow, layout.stack)}>
            <AliasesCard model={model} />
            <UsesCard model={model} />
            <ParametersCard model={model} />
          </aside>
        </div>
      </div>
    </>
  )
}

/** Returns why no run can use the model. */
function goneReason({ artifacts_trashed_at, artifacts_removed_at }: ModelInfo): string {
  return artifacts_trashed_at !== null && artifacts_removed_at === null
    ? 'The files of this model are in the trash.'
    : 'The files of this model no longer exist.'
}

/** The head of the page: the model's name, its origin and its actions. */
function ModelHead({ model }: { model: ModelInfo }) {
  const { id, name, aliases, workspace_id: ws, has_file, bytes } = model
  const navigate = useNavigate()
  const { remove } = useDeletion('model')
  const runReason = useDisabledReason('run.start')
  const reasonFor = useDisabledReasonFor()
  const gone = has_file ? undefined : goneReason(model)
  return (
    <PageHeader
      title={name}
      beside={aliases.length > 0 && <AliasChips names={aliases.map((alias) => alias.name)} />}
      lead={
        <span className={styles.lead}>
          Trained by {model.created_by} in run <RunLink run={{ id: model.run_id, name: model.run_name }} />,{' '}
          <Moment at={model.created_at} />
        </span>
      }
      actions={
        <>
          {has_file && (
            <LinkButton
              icon={Download}
              href={addressOf(downloadModel, { params: { id }, query: { direct: '1' } })}
              download={modelFileName({ ...model, model_version: model.version })}
            >
              Download {formatFileSize(bytes)}
            </LinkButton>
          )}
          <MoreMenu
            label={`More for ${name}`}
            outline
            items={[
              {
                label: 'Delete',
                removes: true,
                disabledReason: reasonFor('model.delete', model.created_by),
                onSelect: () =>
                  void remove({
                    ...modelTarget(model),
                    leave: () => navigate({ ...paths.modelList({ ws }), replace: true }),
                  }),
              },
            ]}
          />
          <Button
            kind="primary"
            icon={Play}
            disabledReason={runReason ?? gone}
            onClick={() => void navigate(inferenceWith(model, ws))}
          >
            Use for inference
          </Button>
        </>
      }
    />
  )
}
