import type { Registered, Solution } from '@podium/contract/calls/solutions.ts'
import { CircleDashed, RefreshCw } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { useLeaveGuard } from '../../../navigation/use-leave-guard.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import layout from '../../../theme/layout.module.css'
import words from '../../../theme/text.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useConfirm } from '../../../ui/dialog/use-confirm.ts'
import { Icon } from '../../../ui/drawing/icon.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { CheckList } from '../../../ui/form/check-list.tsx'
import { FormSection } from '../../../ui/form/form-frame.tsx'
import { countChecks, joinChecks } from '../checks/join-checks.tsx'
import { readMetadata } from '../checks/metadata-checks.ts'
import { useHost } from '../checks/use-host.ts'
import { NameField, useNameVerdict } from './name-field.tsx'
import styles from './register-dialog.module.css'
import { SourcePart, useSource } from './source-part.tsx'
import { subjectOfArchive, subjectOfMetadata } from './subject.ts'
import { useArchive } from './use-archive.ts'
import { useRegister } from './use-register.tsx'

interface RegisterDialogProps {
  /** the solution that gets a new version; without it, the metadata's name decides */
  solution?: Solution | undefined
  /** called after the person agreed to lose typed or uploaded content */
  onCancel: () => void
  onRegistered: (registered: Registered) => void
}

/** Refusals that contradict the checks of the form, because the name, the solution or the upload has changed since. */
const CONTRADICTIONS = new Set([400, 404, 409, 422])
const COMING = ['Name', 'Metadata', 'Pipelines', 'User parameters', 'Description and contact']
const LOSS = 'What you typed or uploaded is not registered.'

export function RegisterDialog({ solution, onCancel, onRegistered }: RegisterDialogProps) {
  const workspace = useWorkspace()
  const confirm = useConfirm()
  const archive = useArchive(solution?.id)
  const chosen = useSource(archive.choose)
  const { source, text } = chosen
  const host = useHost()
  const read = useMemo(() => readMetadata(text, host), [text, host])

  const name = source === 'archive' ? archive.name : read.name
  const isSomethingLost = text !== '' || archive.state.is !== 'none'
  const leaveFreely = useLeaveGuard(isSomethingLost, LOSS)
  const [isTried, setTried] = useState(false)
  const { save, isBusy, isRegistered } = useRegister({
    onRegistered(registered) {
      leaveFreely()
      onRegistered(registered)
    },
    onRefused(error) {
      if (error instanceof ApiError && CONTRADICTIONS.has(error.status)) {
        archive.checkAgain()
        checkAgain()
      }
      return false
    },
  })
  const { verdict, checkAgain } = useNameVerdict(name, solution, isRegistered)
  const { checks, wait, content } =
    source === 'archive' ? subjectOfArchive(archive, verdict) : subjectOfMetadata(text, read, verdict)

  const reason = wait && `${wait}.`
  const failure = source === 'archive' && archive.state.is === 'unchecked' ? archive.state.message : undefined

  function submit() {
    if (wait !== undefined || !content) return
    const known = verdict.is === 'taken' ? verdict.by : undefined
    // A new solution is v 1 or refused. The number of a next version is known only after registration.
    const label = known ? `the next version of ${name}` : `${name} v 1`
    setTried(true)
    void save({ content, solutionId: known?.id, label })
  }

  async function cancel() {
    if (isBusy || (isSomethingLost && !(await confirm('return', LOSS)))) return
    // A registration without an answer may still use the upload.
    if (!isTried) archive.discard()
    onCancel()
  }

  return (
    <Dialog
      open
      width={1000}
      persistent
      title={solution ? 'Register New Version' : 'Register Solution'}
      lead={
        solution
          ? `The next version of ${solution.name} in ${workspace.display_name}.`
          : `Adds a solution to ${workspace.display_name}, or its next version if the name already exists.`
      }
      onClose={() => void cancel()}
      onSubmit={submit}
      footer={
        <>
          <span className={classNames(layout.grow, words.small, words.muted)}>{reason}</span>
          <Button onClick={() => void cancel()}>Cancel</Button>
          <Button kind="primary" type="submit" busy={isBusy} disabledReason={reason}>
            Save
          </Button>
        </>
      }
    >
      <div className={styles.columns}>
        <SourcePart chosen={chosen} archive={archive} isNew={!solution}>
          <NameField name={name} verdict={verdict} solution={solution} onCheck={checkAgain} />
        </SourcePart>
        <FormSection
          title="Checks"
          tip={
            <span role="status" className={words.note}>
              {checks.length === 0 ? 'once you add a file or metadata' : countChecks(checks)}
            </span>
          }
        >
          {failure !== undefined && (
            <>
              <Note tone="bad" title="The archive could not be checked.">
                {failure}
              </Note>
              <div>
                <Button icon={RefreshCw} onClick={archive.retry}>
                  Check again
                </Button>
              </div>
            </>
          )}
          {checks.length > 0 && <CheckList checks={joinChecks(checks)} />}
          {checks.length === 0 && failure === undefined && (
            <ul
              aria-label="What will be checked"
              className={classNames(layout.stackClose, words.small, words.muted)}
            >
              {COMING.map((title) => (
                <li key={title} className={layout.row}>
                  <Icon of={CircleDashed} />
                  {title}
                </li>
              ))}
            </ul>
          )}
        </FormSection>
      </div>
    </Dialog>
  )
}
