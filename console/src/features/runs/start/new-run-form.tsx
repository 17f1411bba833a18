import type { RunInfo } from '@podium/contract/runs.ts'
import type { readEngine } from '@podium/contract/system.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import { useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useRef } from 'react'
import type { ReplyOf } from '../../../api/route-types.ts'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { useWhyNot } from '../../../session/use-caller.ts'
import { useRepeat } from '../../../session/use-kept-form.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FormAside, FormColumns } from '../../../ui/form/form-columns.tsx'
import { FormFields, FormFrame } from '../../../ui/form/form-frame.tsx'
import { SaveBar } from '../../../ui/form/save-bar.tsx'
import { dataName } from '../components/data-name.ts'
import type { Entry } from '../components/parameters/parameter-entry.ts'
import { tierPlan } from '../components/tier-words.ts'
import { DataSection } from './data-section.tsx'
import { EngineNotes } from './engine-notes.tsx'
import type { ChangeDraft, Remember } from './form-parts.ts'
import { type LeftBehind, leftBehind } from './left-behind.ts'
import styles from './new-run.module.css'
import { ParametersSection } from './parameters-section.tsx'
import { PipelineSection } from './pipeline-section.tsx'
import { ReceivesCard } from './receives-card.tsx'
import type { RunDraft } from './run-draft.ts'
import { choicesOf, dataFrom, filledOf, type Offer, type Place, type Run } from './run-plan.ts'
import { TargetSection } from './target-section.tsx'
import { TierSection } from './tier-section.tsx'
import { useModels } from './use-models.ts'
import type { RunNames } from './use-run-names.ts'
import type { StartWish } from './use-start.ts'
import { useSubmit } from './use-submit.ts'
import type { Uploads } from './use-uploads.ts'

interface NewRunFormProps {
  draft: RunDraft
  change: ChangeDraft
  remember: Remember
  offer: Offer
  place: Place
  run: Run
  /** another version is being read: what stands here is of the one before */
  loading: boolean
  set: Workspace['execution_specs']
  engine: ReplyOf<typeof readEngine> | undefined
  /** the run that filled the form in */
  from: RunInfo | undefined
  uploads: Uploads
  /** tells the folders of uploads from each other */
  stamp: string
  names: RunNames
  start: (wish: StartWish) => Promise<string>
  /** reads again what the run was to stand on and is there no longer */
  onGone: () => void
  /** lets the person go without a question */
  leaveFreely: () => void
}

const NOTHING_LEFT: LeftBehind = { parameters: [] }

/** One pipeline of a solution version with data, a tier and parameters, and what comes of it at the right. */
export function NewRunForm(props: NewRunFormProps) {
  const { draft, change, remember, offer, place, run, loading, set, engine, from, uploads, stamp, names } =
    props
  const { id: ws } = useWorkspace()
  const navigate = useNavigate()
  const reason = useWhyNot('run.start')
  const form = useRef<HTMLFormElement>(null)
  const models = useModels(ws, place, run)
  const choices = choicesOf(draft, run)
  const tier = tierPlan(choices.tier, set)
  const filled = filledOf(draft, run)
  // What is still being read may keep all of it.
  const left = loading ? NOTHING_LEFT : leftBehind(draft, run, place)
  // A folder of its own for every upload: what lay in an older one would be read as well.
  const folder = draft.folder ?? `${place.stream_name.replaceAll(/[^\w.-]+/g, '-') || 'run'}-${stamp}`
  const data = {
    instance: choices.dataset_uri.join(', '),
    sample: 'Sample data',
    set: chosenData(draft),
    upload: `${folder}, uploaded`,
  }[dataFrom(draft, choices)]
  const { problems, fields, busy, refusal, note, edited, submit } = useSubmit({
    workspace: ws,
    draft,
    place,
    names,
    run,
    filled,
    folder,
    uploads,
    modelNeeded: models !== undefined && (place.stream?.newest_model ?? '') === '',
    start: props.start,
    form,
    onGone: props.onGone,
    onStarted(id) {
      props.leaveFreely()
      // Back must not lead to the form once more.
      void navigate({ ...paths.run(id, { ws }), replace: true })
    },
  })

  useRepeat('New Run', `Start a run of stream ${place.stream_name}`, () => reason === undefined && submit())

  function enter(key: string, entry: Entry) {
    edited()
    change({ entries: { ...draft.entries, [key]: entry } })
  }
  return (
    <FormColumns length="long">
      <FormFrame
        ref={form}
        label="New Run"
        onSubmit={() => {
          if (reason === undefined && !busy && !loading) submit()
        }}
      >
        <FormFields sections>
          <TargetSection
            place={place}
            offer={offer}
            change={change}
            remember={remember}
            problems={problems}
            names={names}
          />
          <PipelineSection
            draft={draft}
            run={run}
            place={place}
            left={left}
            models={models}
            change={change}
            problems={problems}
          />
          <DataSection
            draft={draft}
            place={place}
            run={run}
            choices={choices}
            folder={folder}
            uploads={uploads}
            change={change}
            problems={problems}
          />
          <TierSection plan={tier} set={set} engine={engine} change={change} />
          <ParametersSection
            fields={fields}
            left={left.parameters}
            onEntry={enter}
            onDefaults={() => change({ entries: {}, given: {}, plain: true })}
          />
        </FormFields>
        <SaveBar note={note} refusal={refusal}>
          <Button onClick={() => void navigate(paths.models({ ws }))}>Cancel</Button>
          <Button type="submit" kind="primary" icon={Play} busy={busy || loading} reason={reason}>
            Start
          </Button>
        </SaveBar>
      </FormFrame>
      <FormAside label="What the run receives">
        <ReceivesCard place={place} run={run} data={data} tier={tier} set={set} filled={filled} />
        <EngineNotes engine={engine} run={run} />
        {from && <p className={styles.help}>{filledFrom(from, place)}</p>}
      </FormAside>
    </FormColumns>
  )
}

function filledFrom(run: RunInfo, place: Place): string {
  const isSame = run.solution_id === place.solution?.id && run.version_num === place.version_num
  const bounds = isSame
    ? ''
    : ` of ${run.solution_name} ${formatVersion(run.version_num)}, as far as ${place.solution?.name} ${formatVersion(place.version_num)} asks for the same`
  return `Filled in from ${run.name}${bounds}; “was” shows the version's own value.`
}

function chosenData({ dataset }: RunDraft): string {
  return dataset.length === 0 ? '' : dataName(dataset)
}
