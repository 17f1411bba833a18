import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { tierLabels } from '@podium/contract/rules/tiers.ts'
import {
  datasetAddresses,
  tierOf,
  timeoutSeconds,
} from '@podium/contract/solution-metadata/metadata-pipeline.ts'
import { metadataWarnings } from '@podium/contract/solution-metadata/metadata-warnings.ts'
import { useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { sentenceFor } from '../../../api/api-error.ts'
import { formatDuration } from '../../../format/duration.ts'
import { countOf } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { useRepeat } from '../../../session/use-saved-form.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import {
  FormColumns,
  FormFields,
  FormFrame,
  FormSection,
  FormSidebar,
  SaveBar,
} from '../../../ui/form/form-frame.tsx'
import { TextAreaField } from '../../../ui/form/text-field.tsx'
import { Card, DisclosureCard } from '../../../ui/layout/card.tsx'
import { type Definition, DefinitionList } from '../../../ui/layout/definition-list.tsx'
import { dataName } from '../components/data-name.ts'
import { ReceivedParameters } from '../components/parameters/received-parameters.tsx'
import { tierPlan } from '../components/tier-words.ts'
import { DataSection } from './data-section.tsx'
import styles from './new-run.module.css'
import { modelText, ParametersSection, PipelineSection, TierSection } from './pipeline-section.tsx'
import { runProblems, withRefusals } from './run-problems.ts'
import type { Run, Target } from './run-state.ts'
import { TargetSection } from './target-section.tsx'
import { FORM, type NewRun, type NewRunOptions, type SectionProps, useNewRun } from './use-new-run.ts'

/** The form of a new run: the target first, and the rest once the version to run is read. */
export function NewRunForm(options: NewRunOptions) {
  const form = useNewRun(options)
  const { state, named, run, reading } = form
  if (!state.isPinned && named.error)
    return (
      <ErrorState
        title="The choices in the link could not be read"
        detail={sentenceFor(named.error)}
        onRetry={named.retry}
      />
    )
  if (!state.isPinned) return <SkeletonRows label="Loading the choices in the link" rows={8} tall />
  if (run) return <RunForm form={form} run={run} />
  return (
    <>
      <FormColumns length="long">
        <TargetCard form={form} />
      </FormColumns>
      {reading.isOff && (
        <Note tone="warn">
          Every pipeline of this instance is turned off. Turn one on, or choose another stream.
        </Note>
      )}
      {reading.error && (
        <ErrorState
          title="The version could not be read"
          detail={sentenceFor(reading.error)}
          onRetry={reading.retry}
        />
      )}
      {reading.isFetching && <SkeletonRows label="Loading the version" rows={6} tall />}
    </>
  )
}

/** Shown alone if nothing can run on the chosen target, so that another one is chosen. */
function TargetCard({ form }: { form: NewRun }) {
  const { problems } = form.named
  const isWrong = Object.values(problems).some((problem) => problem !== undefined)
  // The focus was in the form that is no longer shown.
  const frame = useFocusOnWrong<HTMLDivElement>(form.wasShown, isWrong, false)
  return (
    <Card>
      <div ref={frame}>
        <TargetSection form={form} problems={problems} open />
      </div>
    </Card>
  )
}

/** The fields for pipeline, data, tier and parameters, and beside them what the run will receive. */
function RunForm({ form, run }: { form: NewRun; run: Run }) {
  const { state, draft, dispatch, target, names, reading, models, uploads, folder } = form
  const { id: ws } = useWorkspace()
  const navigate = useNavigate()
  const found = runProblems({
    draft,
    target,
    taken: { instance: names.instance?.is === 'bad', stream: names.stream?.is === 'bad' },
    folder,
    files: uploads.items.length,
    modelNeeded: models !== undefined && (target.stream?.newest_model ?? '') === '',
  })
  const section = { form, run, problems: state.tries > 0 ? found : {} }
  const fields = withRefusals(run, state.refused)
  const sentences = [...Object.values(found), ...fields.map(({ problem }) => problem)]
  const wrong = sentences.filter((sentence) => sentence !== undefined).length
  const frame = useFocusOnWrong<HTMLFormElement>(state.tries, wrong > 0)

  function submit() {
    dispatch({ type: 'try' })
    if (wrong === 0) void form.start({ draft, target, names, run, folder })
  }
  const action = `Start a run of stream ${target.stream_name}`
  useRepeat(FORM, action, submit)

  return (
    <FormColumns length="long">
      <FormFrame
        ref={frame}
        label="New Run"
        onSubmit={() => {
          if (!form.isBusy && !reading.isOld) submit()
        }}
      >
        <FormFields sections>
          <TargetSection {...section} />
          <PipelineSection {...section} />
          <DataSection {...section} />
          <TierSection {...section} />
          <ParametersSection form={form} fields={fields} />
          <VariablesSection {...section} />
        </FormFields>
        <SaveBar
          note={state.tries > 0 && wrong > 0 && `${countOf(wrong, 'field needs', 'fields need')} attention`}
          refusal={state.refusal}
        >
          <Button onClick={() => void navigate(paths.models({ ws }))}>Cancel</Button>
          <Button type="submit" kind="primary" icon={Play} busy={form.isBusy || reading.isOld}>
            Start
          </Button>
        </SaveBar>
      </FormFrame>
      <ReceivedPanel {...section} />
    </FormColumns>
  )
}

/**
 * Focuses the first invalid field once for each `occasion`, also if it becomes invalid later, such as a taken name.
 * @param last the occasion before the first one
 */
function useFocusOnWrong<Frame extends HTMLElement>(occasion: unknown, isWrong: boolean, last = occasion) {
  const frame = useRef<Frame>(null)
  const seen = useRef(last)
  useEffect(() => {
    if (occasion === seen.current || !isWrong) return
    seen.current = occasion
    frame.current
      ?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"] :is(input, button)')
      ?.focus()
  }, [occasion, isWrong])
  return frame
}

/** Shows exactly what the run will receive, and what to expect of this engine. */
function ReceivedPanel(props: SectionProps) {
  const { form, run } = props
  const { draft, target, folder, from } = form
  const limit = timeoutSeconds(run.pipeline)
  const data = {
    instance: run.choices.dataset_uri.join(', '),
    sample: datasetAddresses(run.pipeline).length > 0 ? 'Sample data' : 'None',
    set: draft.dataset.length === 0 ? '' : dataName(draft.dataset),
    upload: `${folder}, uploaded`,
  }[run.data]
  const items: Definition[] = [
    { term: 'Run', value: nextName(target) },
    {
      term: 'Solution',
      value: target.solution && `${target.solution.name} ${formatVersion(target.version_num)}`,
    },
    ...(run.wrangled.code === '' ? [] : [{ term: 'Code, by Data Wrangler', value: run.wrangled.code }]),
    { term: 'Pipeline', value: run.mode },
    ...(form.models ? [{ term: 'Model', value: modelText(form) }] : []),
    { term: 'Data, read-only', value: data },
    { term: 'Tier', value: tierText(props) },
    ...(limit === null ? [] : [{ term: 'Time limit', value: formatDuration(limit) }]),
  ]
  return (
    <FormSidebar label="What the run receives">
      <div className={layout.stack}>
        <Card title="What the run receives" flush>
          <DefinitionList inset items={items} />
          <h3 className={styles.codeTitle}>Parameters</h3>
          <ReceivedParameters filled={run.parameters} />
        </Card>
        <EngineNotes {...props} />
        {from && <p className={text.sub}>{filledFrom(from, target)}</p>}
      </div>
    </FormSidebar>
  )
}

/** Warns of settings of the version that this engine does not support, and of the engine's own limits. */
function EngineNotes({ form: { engine }, run }: SectionProps) {
  if (!engine) return null
  // The section of the tier covers versions that ask for a known tier.
  const resource = tierOf(run.pipeline) === null ? run.pipeline.resource : {}
  const metadata = { ...run.metadata, pipeline: [{ ...run.pipeline, resource }] }
  const warnings = metadataWarnings(metadata, engine)
  return (
    <>
      {warnings.map((sentence) => (
        <Note key={sentence} tone="warn">
          {sentence}
        </Note>
      ))}
      {engine.notices.length > 0 && (
        <DisclosureCard title="Limits of this engine">
          <div className={classNames(layout.stackTight, text.small)}>
            {engine.notices.map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
        </DisclosureCard>
      )}
    </>
  )
}

function nextName({ stream, stream_name }: Target): string {
  if (stream) return `${stream.name}, its next run`
  return stream_name === '' ? '' : `${stream_name}-1`
}

function tierText({ form: { tiers }, run }: SectionProps): string {
  const { allocated, instead } = tierPlan(run.choices.tier, tiers)
  if (instead !== null) return 'None with a GPU'
  if (allocated === null) return "The engine's default"
  const instance = tiers.find(({ name }) => name === allocated)?.instance
  return `${tierLabels[allocated]}, ${instance}`
}

function filledFrom(run: RunInfo, { solution, version_num }: Target): string {
  const isSame = run.solution_id === solution?.id && run.version_num === version_num
  const bounds = isSame
    ? ''
    : ` of ${run.solution_name} ${formatVersion(run.version_num)}, where ${solution?.name} ${formatVersion(version_num)} has the same fields`
  return `Filled in from ${run.name}${bounds}; “was” shows the version's own value.`
}

/** The environment variables of the run, in addition to those of its workspace. */
function VariablesSection({ form: { draft, choose }, problems }: SectionProps) {
  return (
    <FormSection title="Variables">
      <TextAreaField
        label="NAME=value, one a line"
        rows={Math.min(8, Math.max(2, draft.variables.split('\n').length))}
        spellCheck={false}
        autoComplete="off"
        value={draft.variables}
        error={problems.variables}
        onChange={({ currentTarget: { value } }) => choose({ variables: value })}
        help="Added to the workspace's variables. Anyone who can see the run can read them; keep passwords in workspace secrets."
      />
    </FormSection>
  )
}
