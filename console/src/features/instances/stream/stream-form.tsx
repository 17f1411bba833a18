import type { InstanceDetail } from '@podium/contract/instances.ts'
import { whyNot } from '@podium/contract/permissions.ts'
import type { VersionDetail } from '@podium/contract/solutions.ts'
import type { Stream } from '@podium/contract/streams.ts'
import { useMaker } from '../../../session/use-caller.ts'
import { Button } from '../../../ui/button/button.tsx'
import { TextButton } from '../../../ui/button/text-button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { ActionField } from '../../../ui/form/action-field.tsx'
import { ParameterFields } from '../../runs/components/parameters/parameter-fields.tsx'
import { problemOf } from '../../runs/components/parameters/parameter-values.ts'
import { ReceivedParameters } from '../../runs/components/parameters/received-parameters.tsx'
import { instanceReasons } from '../components/instance-actions.ts'
import type { StreamForm as PipelineForm } from './stream-draft.ts'
import styles from './stream-form.module.css'
import { useStreamForm } from './use-stream-form.ts'

interface StreamFormProps {
  instance: InstanceDetail
  version: VersionDetail
  /** the stream that is changed; absent: one is made */
  found: Stream | undefined
  /** the names of the streams that it has already */
  taken: readonly string[]
  onClose: () => void
}

/** Name and parameters of a stream, and to the letter what its runs receive. */
export function StreamForm(props: StreamFormProps) {
  const { instance, found } = props
  const stream = useStreamForm(props)
  const { draft, verdict, forms, problems, busy, stale } = stream
  const makerOf = useMaker()
  const reason = found
    ? whyNot('stream.edit', makerOf(found.created_by))
    : instanceReasons(instance, makerOf(instance.created_by)).stream
  return (
    <Dialog
      open
      onClose={() => void stream.cancel()}
      title={found ? 'Edit stream' : 'New stream'}
      lead={`On ${instance.name}. What you change here counts for the runs of this stream alone; the rest follows the instance.`}
      width={1000}
      persistent
      onSubmit={() => reason === undefined && stream.save()}
      footer={
        <>
          <Button onClick={() => void stream.cancel()}>Cancel</Button>
          <Button kind="primary" type="submit" busy={busy} reason={reason}>
            Save
          </Button>
        </>
      }
    >
      <div ref={stream.element} className={styles.form}>
        {stale !== undefined && (
          <Note tone="warn" live title={stale}>
            What you typed is still here.
          </Note>
        )}
        <ActionField
          label="Name"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          value={draft.name}
          action="Check Duplicate"
          checking={verdict.checking}
          onAction={() => void verdict.checkAgain()}
          error={problems.name ?? verdict.error}
          good={verdict.good}
          help={`Its runs are named ${draft.name || 'name'}-1, -2 and so on.`}
          onChange={(event) => stream.change({ name: event.currentTarget.value })}
        />
        {forms
          .filter(({ filled }) => filled.fields.length > 0)
          .map(({ mode, filled }) => (
            <section key={mode} aria-label={`Parameters of ${mode}`} className={styles.columns}>
              <div className={styles.fields}>
                <h3 className={styles.head}>{`Parameters of ${mode}`}</h3>
                <ParameterFields
                  fields={withRefusals({ mode, filled }, problems)}
                  onEntry={(key, entry) => stream.change({ entries: { ...draft.entries, [key]: entry } })}
                />
                {filled.fields.some(({ touched, changed }) => touched || changed) && (
                  <div>
                    <TextButton onClick={() => stream.backToInstance(mode)}>Back to the instance</TextButton>
                  </div>
                )}
              </div>
              <div className={styles.received}>
                <h3 className={styles.head}>
                  {mode === 'train' ? 'A training run receives' : 'An inference run receives'}
                </h3>
                <ReceivedParameters label={`What runs of ${mode} receive`} filled={filled} />
              </div>
            </section>
          ))}
      </div>
    </Dialog>
  )
}

/** What the server said of a value, where the value stands. */
function withRefusals({ mode, filled }: PipelineForm, problems: Record<string, string>) {
  return filled.fields.map((one) => {
    const message = problems[`parameters.${mode}.${one.field.step}.${one.field.name}`]
    return message === undefined ? one : { ...one, touched: true, problem: problemOf(one.field, message) }
  })
}
