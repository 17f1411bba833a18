import { chosenBelow } from '@podium/contract/calls/choices.ts'
import type { InstanceDetail } from '@podium/contract/calls/instances.ts'
import { readVersion, type VersionDetail } from '@podium/contract/calls/solutions.ts'
import {
  type ChosenParameters,
  createStream,
  editStream,
  listStreams,
  readStream,
  type Stream,
} from '@podium/contract/calls/streams.ts'
import { disabledReasonFor } from '@podium/contract/rules/permissions.ts'
import { messages } from '@podium/contract/rules/rules.ts'
import type { Metadata } from '@podium/contract/solution-metadata/metadata.ts'
import { pipelineOf } from '@podium/contract/solution-metadata/metadata-pipeline.ts'
import { MODES, type Mode } from '@podium/contract/solution-metadata/modes.ts'
import { mergeParameters, ownParameters } from '@podium/contract/solution-metadata/parameters.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { changesBetween } from '../../../record/changes-between.ts'
import { isSameName, type NameCheck, NameField, useTypedNameCheck } from '../../../record/name-check.tsx'
import { useRecordForm } from '../../../record/use-record-form.tsx'
import { useMaker } from '../../../session/use-caller.ts'
import layout from '../../../theme/layout.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { StaleNote } from '../../../ui/form/change-list.tsx'
import { freeName } from '../../runs/components/free-name.ts'
import { type Entries, fillFields } from '../../runs/components/parameters/parameter-values.ts'
import { ReceivedParameters } from '../../runs/components/parameters/received-parameters.tsx'
import { instanceReasons } from '../components/instance-actions.ts'
import { instanceStreams } from '../detail/instance-queries.ts'
import { parameterText } from '../form/instance-changes.ts'
import { nameProblem, parameterProblems, refusedFields } from '../form/instance-problems.ts'
import { PipelineParameters, RECEIVES } from '../form/pipeline-parameters.tsx'

interface StreamDialogProps {
  instance: InstanceDetail
  /** the id of the stream to edit, or 'new' */
  stream: string
  onClose: () => void
}

const CHANGE_NAMES = { name: 'Name', train: 'Train parameters', inference: 'Inference parameters' }
const MAX_ALIKE = 1000

export function StreamDialog({ instance, stream, onClose }: StreamDialogProps) {
  const isNew = stream === 'new'
  const params = { id: instance.solution_id, n: instance.version_num }
  const version = useQuery(q(readVersion, { params }))
  const others = useQuery(instanceStreams(instance.workspace_id, instance.id))
  const found = useQuery({ ...q(readStream, { params: { id: stream } }), enabled: !isNew })
  if (version.data && (isNew ? !others.isPending : found.data)) {
    const taken = (others.data?.streams ?? []).map(({ name }) => name)
    return (
      <StreamForm
        instance={instance}
        version={version.data}
        stream={found.data}
        offered={freeName(instance.name, taken)}
        onClose={onClose}
      />
    )
  }
  const waited = isNew ? others : found
  return (
    <Dialog
      open
      onClose={onClose}
      title={isNew ? 'New Stream' : 'Edit Stream'}
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      {queryPlaceholder(version.data ? waited : version, 'the stream', { rows: 3 })}
    </Dialog>
  )
}

interface StreamFormProps {
  instance: InstanceDetail
  version: VersionDetail
  /** the stream to edit; without it a new one is made */
  stream: Stream | undefined
  /** the suggested name of a new stream */
  offered: string
  onClose: () => void
}

/** The name and parameters of a stream, with the exact parameters that its runs receive. */
function StreamForm({ instance, version, stream, offered, onClose }: StreamFormProps) {
  const { id: instance_id, workspace_id } = instance
  const makerOf = useMaker()
  const formsOf = (draft: StreamDraft) => streamForms(draft, version, instance)
  const parametersOf = (draft: StreamDraft) => streamParameters(formsOf(draft), draft.saved)

  function wordsOf(draft: StreamDraft) {
    const { train, inference } = parametersOf(draft)
    return { name: draft.name, train: parameterText(train), inference: parameterText(inference) }
  }

  const form = useRecordForm<StreamDraft, Stream, Stream>({
    name: `Stream ${stream?.id ?? `of ${instance_id}`}`,
    values: draftOf(stream ?? { name: offered, parameters: {} }),
    problems: (draft) => ({ ...parameterProblems(formsOf(draft)), name: nameProblem(draft.name) }),
    check: async (draft) =>
      nameCheck.verdictOf(draft.name.trim())?.is === 'bad' ? { name: messages.name_taken } : {},
    ...(stream
      ? {
          record: { revision: stream.revision, valuesOf: draftOf },
          changes: (before, after) => changesBetween(CHANGE_NAMES, wordsOf(before), wordsOf(after)),
        }
      : { question: (draft) => `${draft.name.trim()} on ${instance.name}.` }),
    mode: stream ? 'edit' : 'create',
    save: async (draft, { revision }, send) => {
      const body = { name: draft.name.trim(), parameters: parametersOf(draft) }
      if (stream) return send(editStream, { params: { id: stream.id }, body: { ...body, revision } })
      return send(createStream, { query: { workspace_id }, body: { ...body, instance_id } })
    },
    refusalByField: (error, { name }) => refusedFields(error, 'STREAM.NAME.TAKEN', name),
    repeat: (draft) => `${stream ? 'Save' : 'Create'} stream ${draft.name}`,
    isWithin: ({ stream }) => stream !== undefined,
    onSaved: onClose,
  })
  const nameCheck: NameCheck = useTypedNameCheck({
    name: form.values.name,
    own: stream && form.before.name,
    query: (name) =>
      q(listStreams, { query: { workspace_id, instance_id, q: name, page_size: MAX_ALIKE, sort: 'name' } }),
    isTaken: ({ streams }, name) => streams.some((one) => isSameName(one.name, name)),
  })
  const disabledReason =
    (stream
      ? disabledReasonFor('stream.edit', makerOf(stream.created_by))
      : instanceReasons(instance, makerOf(instance.created_by)).stream) ?? form.disabledReason

  return (
    <FormDialog
      onClose={onClose}
      title={stream ? 'Edit Stream' : 'New Stream'}
      lead={`On ${instance.name}. Changes here apply only to the runs of this stream; everything else comes from the instance.`}
      width={1000}
      persistent
      onSubmit={() => void form.submit()}
      submit="Save"
      busy={form.isBusy}
      disabledReason={disabledReason}
    >
      <div ref={form.frame} className={layout.stack}>
        {form.stale && <StaleNote {...form.stale} />}
        <NameField
          form={form}
          name="name"
          label="Name"
          nameCheck={nameCheck}
          help={`Its runs are named ${form.values.name || 'name'}-1, -2 and so on.`}
        />
        {formsOf(form.values)
          .filter(({ filled }) => filled.fields.length > 0)
          .map(({ mode, filled }) => (
            <section key={mode} aria-label={`Parameters of ${mode}`} className={layout.columns}>
              <div className={classNames(layout.seven, layout.stackClose)}>
                <h3>{`Parameters of ${mode}`}</h3>
                <PipelineParameters form={form} mode={mode} filled={filled} back="Back to the instance" />
              </div>
              <div className={classNames(layout.five, layout.stackTight, layout.surface)}>
                <h3 className={layout.inset}>{RECEIVES[mode]}</h3>
                <ReceivedParameters label={`What runs of ${mode} receive`} filled={filled} />
              </div>
            </section>
          ))}
      </div>
    </FormDialog>
  )
}

type StreamDraft = ReturnType<typeof draftOf>

/** The values of the stream form. `plain` are the pipelines that were reset to the instance's values. */
function draftOf({ name, parameters }: Pick<Stream, 'name' | 'parameters'>) {
  return { name, entries: {} as Entries, plain: [] as Mode[], saved: parameters }
}

/** Returns a form for every pipeline that the instance offers, with the stream's values over the instance's. */
function streamForms(draft: StreamDraft, version: VersionDetail, instance: InstanceDetail) {
  // The server validated it on registration.
  const metadata = version.metadata_json as Metadata
  return MODES.flatMap((mode) => {
    const pipeline = pipelineOf(metadata, mode)
    if (!pipeline || instance.modes[mode]?.on === false) return []
    const below = chosenBelow({ stream: { parameters: {} }, instance }, mode)
    const filled = fillFields({
      mode,
      pipeline,
      entries: draft.entries,
      initial: draft.plain.includes(mode) ? undefined : draft.saved[mode],
      below,
      usual: mergeParameters(...below, ownParameters(pipeline)),
    })
    return [{ mode, filled }]
  })
}

/** Returns the values to save: those that differ from the instance's, and the saved ones of pipelines that are off. */
function streamParameters(forms: ReturnType<typeof streamForms>, saved: ChosenParameters): ChosenParameters {
  const chosen = forms.flatMap(({ mode, filled }) =>
    Object.keys(filled.differing).length > 0 ? [[mode, filled.differing] as const] : [],
  )
  const others = MODES.flatMap((mode) =>
    saved[mode] && forms.every((form) => form.mode !== mode) ? [[mode, saved[mode]] as const] : [],
  )
  return Object.fromEntries([...others, ...chosen])
}
