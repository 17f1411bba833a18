import type { Registered, Solution } from '@podium/contract/solutions.ts'
import { readEngine } from '@podium/contract/system.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { q } from '../../../api/query.ts'
import { useLeaveGuard } from '../../../navigation/use-leave-guard.ts'
import { useKeptForm, useKeptValues } from '../../../session/use-kept-form.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useConfirm } from '../../../ui/dialog/use-confirm.ts'
import { ChecksPart } from './checks-part.tsx'
import { readMetadata } from './metadata-checks.ts'
import { nameChecks } from './name-checks.ts'
import { NameField } from './name-field.tsx'
import styles from './register-dialog.module.css'
import { SourcePart } from './source-part.tsx'
import { nameInArchive, subjectOfArchive, subjectOfMetadata, waitForName } from './subject.ts'
import { useArchive } from './use-archive.ts'
import { useNameVerdict } from './use-name-verdict.ts'
import { useRegister } from './use-register.tsx'
import { type Source, useSource } from './use-source.ts'

interface RegisterDialogProps {
  /** The one that is to get a new version. Without it, the name in the metadata says whether it is a new one. */
  solution?: Solution
  /** Agreed to where something would be lost. */
  onCancel: () => void
  onRegistered: (registered: Registered) => void
}

interface Typed {
  source: Source
  text: string
}

const FORM = 'Register Solution'
const LOSS = 'What you typed or uploaded is not registered.'

export function RegisterDialog({ solution, onCancel, onRegistered }: RegisterDialogProps) {
  const workspace = useWorkspace()
  const confirm = useConfirm()
  const kept = useKeptValues<Typed>(FORM)
  const [text, setText] = useState(kept?.text ?? '')
  const archive = useArchive(solution?.id)
  const chosen = useSource({
    first: kept?.source ?? 'archive',
    onArchive: archive.choose,
    onMetadata: setText,
  })
  const { source } = chosen
  useKeptForm(FORM, text === '' ? undefined : { source, text })
  const engine = useQuery(q(readEngine))
  const containers = engine.data?.containers ?? true
  const read = useMemo(() => readMetadata(text, containers), [text, containers])

  const name = source === 'archive' ? nameInArchive(archive.state) : read.name
  const { verdict, checkAgain } = useNameVerdict(name, solution)
  const subject =
    source === 'archive'
      ? subjectOfArchive(archive.state, verdict)
      : subjectOfMetadata(text, read, nameChecks(name, verdict))
  const wait = subject.wait ?? waitForName(verdict)
  const isSomethingLost = text !== '' || archive.state.is !== 'none'
  const leaveFreely = useLeaveGuard(isSomethingLost, LOSS)
  const [isTried, setTried] = useState(false)
  const { save, isBusy } = useRegister((registered) => {
    leaveFreely()
    onRegistered(registered)
  })

  function submit() {
    if (wait !== null || subject.send === null) return
    const known = verdict.is === 'taken' ? verdict.by : undefined
    // A new solution is v 1 or refused; which number a next version gets is known when it is made.
    const label = known ? `the next version of ${name}` : `${name} v 1`
    setTried(true)
    void save({ send: subject.send, path: archive.path, solutionId: known?.id, label }, lookAgain)
  }

  function lookAgain() {
    archive.checkAgain()
    checkAgain()
  }

  async function cancel() {
    if (isBusy || (isSomethingLost && !(await confirm('return', LOSS)))) return
    // what was handed over may be at work still where nobody answered
    if (!isTried) archive.discard()
    onCancel()
  }

  return (
    <Dialog
      open
      width={1000}
      persistent
      title={solution ? 'Register new version' : 'Register Solution'}
      lead={
        solution
          ? `The next version of ${solution.name} in ${workspace.display_name}.`
          : `Into the workspace ${workspace.display_name}. The name becomes its address; a name that exists here becomes its next version.`
      }
      onClose={() => void cancel()}
      onSubmit={submit}
      footer={
        <>
          <span className={styles.wait}>{wait !== null && `Save waits for ${wait}`}</span>
          <Button onClick={() => void cancel()}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            busy={isBusy}
            reason={wait === null ? undefined : `Save waits for ${wait}.`}
          >
            Save
          </Button>
        </>
      }
    >
      <div className={styles.columns}>
        <SourcePart chosen={chosen} archive={archive} text={text} onText={setText}>
          <NameField name={name} verdict={verdict} solution={solution} onCheck={checkAgain} />
        </SourcePart>
        <ChecksPart
          checks={subject.checks}
          unanswered={
            source === 'archive' && archive.state.is === 'unchecked' ? archive.state.message : undefined
          }
          onRetry={archive.retry}
        />
      </div>
    </Dialog>
  )
}
