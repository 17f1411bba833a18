import type { Solution } from '@podium/contract/calls/solutions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatDateTime } from '../../../format/date-time.ts'
import { countOf } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { ManySelect } from '../../../record/many-select.tsx'
import { verdictTexts } from '../../../record/name-check.tsx'
import { useWorkspace } from '../../../session/use-session.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { TextButton } from '../../../ui/button/button.tsx'
import { FormSection } from '../../../ui/form/form-frame.tsx'
import { SegmentedControl } from '../../../ui/form/radio-group.tsx'
import { SelectField } from '../../../ui/form/select.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { firstTarget, instanceDisabledReason, type Target } from './run-state.ts'
import type { SectionProps } from './use-new-run.ts'
import { instancesPage, solutionsPage, streamsPage } from './use-offer.ts'

type TargetSectionProps = Pick<SectionProps, 'form' | 'problems'>

/**
 * Chooses the solution, and the existing or new stream of the run. A stream is suggested and seldom changed, so its
 * fields are shown on request or if they have a problem.
 * @param open shows the fields of the stream from the start
 */
export function TargetSection({ open = false, ...props }: TargetSectionProps & { open?: boolean }) {
  const { form, problems } = props
  const { target, names } = form
  const [isAsked, setAsked] = useState(open)
  const wrong = [problems.stream, problems.instance, problems.instance_name, problems.stream_name]
  const isWrong = wrong.some(Boolean) || names.instance?.is === 'bad' || names.stream?.is === 'bad'
  return (
    <FormSection title="What runs">
      {isAsked || isWrong ? (
        <>
          <SolutionChoice {...props} />
          <StreamFields {...props} takesFocus={isAsked && !open} />
        </>
      ) : (
        <div className={layout.stackTight}>
          <SolutionChoice {...props} />
          <p className={text.sub}>
            {targetSentence(target)} <TextButton onClick={() => setAsked(true)}>Change stream</TextButton>
          </p>
        </div>
      )}
    </FormSection>
  )
}

/** @param takesFocus true after the button that showed the fields disappeared together with the focus */
function StreamFields({ takesFocus, ...props }: TargetSectionProps & { takesFocus: boolean }) {
  const { target, choose } = props.form
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) frame.current?.querySelector<HTMLElement>('input:checked')?.focus()
  }, [takesFocus])
  return (
    <div ref={frame} className={layout.stackClose}>
      <SegmentedControl
        label="Stream"
        value={target.kind}
        onChange={(kind) => choose({ kind })}
        segments={[
          { value: 'stream', label: 'Existing stream' },
          { value: 'new-stream', label: 'New stream' },
          { value: 'new-instance', label: 'New instance' },
        ]}
      />
      {target.kind === 'stream' && <ExistingStream {...props} />}
      {target.kind === 'new-stream' && <NewStream {...props} />}
      {target.kind === 'new-instance' && <NewInstance {...props} />}
    </div>
  )
}

/** Returns 'Runs v 4 in stream line-3 of instance vision.', or what will be created for the run. */
function targetSentence({ kind, stream, instance, instance_name, stream_name, version_num }: Target): string {
  const version = formatVersion(version_num)
  if (kind === 'stream')
    return `Runs ${version} in stream ${stream_name} of instance ${stream?.instance_name}.`
  const made =
    kind === 'new-stream'
      ? `stream ${stream_name} of instance ${instance?.name}`
      : instance_name === stream_name
        ? `instance and stream ${stream_name}`
        : `instance ${instance_name} with the stream ${stream_name}`
  return `Creates the ${made} and runs ${version} there.`
}

/** Chooses a solution, and with it the stream of it that ran last, or a new instance if it has none. */
function SolutionChoice({ form, problems }: TargetSectionProps) {
  const { target, named, choose } = form
  const { id: workspace_id } = useWorkspace()
  const queries = useQueryClient()
  const newest = useRef('')

  async function chooseSolution(one: Solution) {
    newest.current = one.id
    const asked = queries.fetchQuery(streamsPage(workspace_id, '', one.id))
    const { streams } = await asked.catch(() => ({ streams: [] }))
    if (newest.current !== one.id) return
    const first = firstTarget(streams, one.id, null)
    choose({ ...first, solution: one.id, version: null, instance: '' }, { streams, solutions: [one] })
  }

  return (
    <ManySelect
      label="AI solution"
      noun="AI solution"
      placeholder="Choose an AI solution"
      chosen={named.offer.solutions.find(({ id }) => id === target.solution?.id) ?? null}
      queryOf={(typed) => solutionsPage(workspace_id, typed)}
      rowsOf={({ solutions }) => solutions}
      error={problems.solution}
      optionOf={({ id, name }) => ({ value: id, label: name })}
      onChoose={(one) => void chooseSolution(one)}
    />
  )
}

function ExistingStream({ form, problems }: TargetSectionProps) {
  const { stream } = form.target
  const { id: workspace_id } = useWorkspace()
  return (
    <ManySelect
      label="Stream"
      noun="stream"
      placeholder={
        form.named.offer.streams.length === 0 ? 'This workspace has no stream yet' : 'Choose a stream'
      }
      chosen={stream}
      queryOf={(typed) => streamsPage(workspace_id, typed, form.target.solution?.id)}
      rowsOf={({ streams }) => streams}
      error={problems.stream}
      optionOf={(one) => ({
        value: one.id,
        label: `${one.name} (${one.instance_name}, ${one.solution_name} ${formatVersion(one.version_num)})`,
      })}
      onChoose={(one) => form.choose({ stream: one.id }, { streams: [one] })}
      help={
        stream &&
        [
          `Instance ${stream.instance_name}, ${stream.solution_name} ${formatVersion(stream.version_num)}.`,
          stream.run_count === 0
            ? 'No runs yet.'
            : `${countOf(stream.run_count, 'run')}, the latest created ${formatDateTime(stream.last_run_at)}.`,
          stream.newest_model === '' ? '' : `Newest model ${formatVersion(stream.newest_model)}.`,
        ].join(' ')
      }
    />
  )
}

function NewStream({ form, problems }: TargetSectionProps) {
  const { target, choose } = form
  const { id: workspace_id } = useWorkspace()
  return (
    <div className={layout.two}>
      <ManySelect
        label="Instance"
        noun="instance"
        placeholder="Choose an instance"
        chosen={target.instance}
        queryOf={(typed) => instancesPage(workspace_id, typed, target.solution?.id)}
        rowsOf={({ instances }) => instances}
        error={problems.instance}
        optionOf={(one) => {
          const reason = instanceDisabledReason(one)
          const version = `${one.solution_name} ${formatVersion(one.version_num)}`
          const label = `${one.name} (${reason ? `${version}, ${reason}` : version})`
          return { value: one.id, label, disabled: reason !== undefined }
        }}
        onChoose={(one) => choose({ instance: one.id }, { instances: [one] })}
        help="A draft cannot take a stream, and a coupled instance takes only one."
      />
      <StreamName form={form} problems={problems} />
    </div>
  )
}

/** The fields of a new instance of a solution version, with its first stream. */
function NewInstance({ form, problems }: TargetSectionProps) {
  const { target, named, names, choose } = form
  const solution = named.offer.solutions.find(({ id }) => id === target.solution?.id) ?? null
  return (
    <div className={layout.two}>
      <SelectField
        label="Version"
        value={String(target.version_num ?? '')}
        options={versionsOf(solution, target).map((version_num, at) => ({
          value: String(version_num),
          label: `${formatVersion(version_num)}${at === 0 ? ', newest' : ''}`,
        }))}
        onChange={({ currentTarget: { value } }) =>
          choose({ solution: solution?.id ?? '', version: Number(value) })
        }
      />
      <TextField
        label="Instance name"
        value={target.instance_name}
        {...verdictTexts(names.instance, problems.instance_name)}
        onChange={(event) => choose({ instance_name: event.currentTarget.value })}
        help="The instance gives this version a name; it can serve several streams."
      />
      <StreamName form={form} problems={problems} />
    </div>
  )
}

function StreamName({ form: { target, names, choose }, problems }: TargetSectionProps) {
  return (
    <TextField
      label="Stream name"
      value={target.stream_name}
      {...verdictTexts(names.stream, problems.stream_name)}
      onChange={(event) => choose({ stream_name: event.currentTarget.value })}
      help={`Its runs are named ${target.stream_name || 'name'}-1, -2 and so on.`}
    />
  )
}

/** Returns the newest versions, and the target's version if it is older. */
function versionsOf(solution: Solution | null, { version_num }: Target): number[] {
  const newest = (solution?.versions ?? []).map((version) => version.version_num)
  return version_num === null || newest.includes(version_num) ? newest : [...newest, version_num]
}
