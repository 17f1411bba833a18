import type { RunInfo } from '@podium/contract/runs.ts'
import type { readEngine } from '@podium/contract/system.ts'
import type { Workspace } from '@podium/contract/workspaces.ts'
import { useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { sentenceFor } from '../../../api/api-error.ts'
import type { ReplyOf } from '../../../api/route-types.ts'
import { countOf } from '../../../format/number.ts'
import { paths } from '../../../navigation/paths.ts'
import { useWhyNot } from '../../../session/use-caller.ts'
import { useRepeat } from '../../../session/use-kept-form.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button/button.tsx'
import { TextButton } from '../../../ui/button/text-button.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { FormColumns } from '../../../ui/form/form-columns.tsx'
import { FormFields, FormFrame } from '../../../ui/form/form-frame.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { SaveBar } from '../../../ui/form/save-bar.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { ParameterFields } from '../components/parameters/parameter-fields.tsx'
import { tierPlan } from '../components/tier-words.ts'
import { DataSection } from './data-section.tsx'
import { LiveNote, PipelineSection, TierSection } from './pipeline-section.tsx'
import { ReceivedAside } from './received-aside.tsx'
import { type LeftBehind, leftBehind, runProblems, withRefusals } from './run-problems.ts'
import type { Offer, Run, RunDraft } from './run-state.ts'
import { TargetSection, type TargetSectionProps } from './target-section.tsx'
import { FORM, type NewRun, useNewRun } from './use-new-run.ts'

interface Surroundings {
  /** the run that fills the form in */
  from: RunInfo | undefined
  /** the tiers that are set in the workspace */
  tiers: Workspace['execution_specs']
  engine: ReplyOf<typeof readEngine> | undefined
}

interface NewRunFormProps extends Surroundings {
  first: RunDraft
  offer: Offer
}

/** A new run: its target first, and the rest as soon as the version that will run is read. */
export function NewRunForm({ first, offer, ...surroundings }: NewRunFormProps) {
  const newRun = useNewRun(first, offer)
  const { state, choose, target, names, named, reading, wasShown } = newRun
  if (!state.isPinned && named.error)
    return (
      <ErrorState
        title="What was named could not be read"
        detail={sentenceFor(named.error)}
        onRetry={named.retry}
      />
    )
  if (!state.isPinned) return <SkeletonRows label="Loading what was named" rows={8} tall />
  if (reading.run) return <RunForm {...surroundings} newRun={newRun} run={reading.run} />
  return (
    <>
      <FormColumns length="long">
        <TargetCard
          takesFocus={wasShown}
          target={target}
          offer={named.offer}
          names={names}
          problems={named.problems}
          choose={choose}
        />
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

/**
 * Asks for a target where nothing can run on the one that is chosen.
 * @param takesFocus the form with the focus was shown before: the focus goes to what is wrong
 */
function TargetCard({ takesFocus, ...target }: TargetSectionProps & { takesFocus: boolean }) {
  const section = useRef<HTMLDivElement>(null)
  const isWrong = Object.keys(target.problems).length > 0
  useEffect(() => {
    if (takesFocus && isWrong) section.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [takesFocus, isWrong])
  return (
    <Card>
      <div ref={section}>
        <TargetSection {...target} />
      </div>
    </Card>
  )
}

const NOTHING_LEFT: LeftBehind = { parameters: [] }

/** One pipeline of a solution version with data, a tier and parameters, and what comes of it at the right. */
function RunForm({ newRun, run, from, tiers, engine }: Surroundings & { newRun: NewRun; run: Run }) {
  const { state, dispatch, choose, target, names, named, reading, models, uploads, folder } = newRun
  const { draft, tries } = state
  const { id: ws } = useWorkspace()
  const navigate = useNavigate()
  const disabledReason = useWhyNot('run.start')
  const tier = tierPlan(run.choices.tier, tiers)
  // The version that is still being read may keep all of it.
  const left = reading.isOld ? NOTHING_LEFT : leftBehind(draft, run, target)
  const found = runProblems({
    draft,
    target,
    taken: { instance: names.instance.taken, stream: names.stream.taken },
    folder,
    files: uploads.items.length,
    modelNeeded: models !== undefined && (target.stream?.newest_model ?? '') === '',
  })
  const problems = tries > 0 ? found : {}
  const fields = withRefusals(run, state.refused)
  const wrong = Object.keys(found).length + fields.filter(({ problem }) => problem !== undefined).length
  const form = useFocusOnWrong(tries, wrong)

  function submit() {
    dispatch({ type: 'try' })
    if (wrong === 0) void newRun.start({ draft, target, names, run, folder })
  }
  useRepeat(
    FORM,
    `Start a run of stream ${target.stream_name}`,
    () => disabledReason === undefined && submit(),
  )

  return (
    <FormColumns length="long">
      <FormFrame
        ref={form}
        label="New Run"
        onSubmit={() => {
          if (disabledReason === undefined && !newRun.isBusy && !reading.isOld) submit()
        }}
      >
        <FormFields sections>
          <TargetSection
            target={target}
            offer={named.offer}
            names={names}
            problems={problems}
            choose={choose}
          />
          <PipelineSection
            draft={draft}
            run={run}
            target={target}
            left={left}
            models={models}
            problem={problems.model}
            choose={choose}
          />
          <DataSection
            draft={draft}
            target={target}
            run={run}
            folder={folder}
            uploads={uploads}
            problems={problems}
            choose={choose}
          />
          <TierSection plan={tier} tiers={tiers} engine={engine} choose={choose} />
          <FormSection
            title="Parameters"
            aside={
              fields.some(({ touched, changed }) => touched || changed) && (
                <TextButton onClick={() => dispatch({ type: 'use defaults' })}>
                  Back to the defaults
                </TextButton>
              )
            }
          >
            <LiveNote>{left.parameters.join(' ')}</LiveNote>
            <ParameterFields
              fields={fields}
              onEntry={(key, entry) => dispatch({ type: 'enter', key, entry })}
            />
          </FormSection>
        </FormFields>
        <SaveBar
          note={tries > 0 && wrong > 0 && `${countOf(wrong, 'field needs', 'fields need')} attention`}
          refusal={state.refusal}
        >
          <Button onClick={() => void navigate(paths.models({ ws }))}>Cancel</Button>
          <Button
            type="submit"
            kind="primary"
            icon={Play}
            busy={newRun.isBusy || reading.isOld}
            reason={disabledReason}
          >
            Start
          </Button>
        </SaveBar>
      </FormFrame>
      <ReceivedAside
        draft={draft}
        target={target}
        run={run}
        folder={folder}
        tier={tier}
        tiers={tiers}
        engine={engine}
        from={from}
      />
    </FormColumns>
  )
}

/** Focuses the first field that is wrong, once for every try: whether a name is taken may be known a moment later. */
function useFocusOnWrong(tries: number, wrong: number) {
  const form = useRef<HTMLFormElement>(null)
  const last = useRef(tries)
  useEffect(() => {
    if (tries === last.current || wrong === 0) return
    last.current = tries
    form.current
      ?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"] :is(input, button)')
      ?.focus()
  }, [tries, wrong])
  return form
}
