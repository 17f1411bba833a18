import { beginSecondFactor, confirmSecondFactor } from '@podium/contract/calls/sign-in.ts'
import { limits, messages } from '@podium/contract/rules/rules.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { useChange } from '../../record/use-change.ts'
import { useAccount } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { CodeField, codeIn } from '../../ui/form/code-field.tsx'
import { FormFields, FormFrame, FormSection, SaveBar } from '../../ui/form/form-frame.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Mono } from '../../ui/text/mono.tsx'
import { NO_PROOF, ProofFields, proofProblems, useProvenChange } from './proof.tsx'
import styles from './second-factor.module.css'

type Begun = ReplyOf<typeof beginSecondFactor>

/** The first step: the person's own password. */
export function BeginForm({ onBegun }: { onBegun: (begun: Begun) => void }) {
  const { accountId: id } = useAccount()
  const { form, submit, isBusy } = useProvenChange({
    values: NO_PROOF,
    withCode: false,
    outcome: 'save',
    change: ({ current }, send) =>
      send(beginSecondFactor, { params: { id }, body: { current_password: current } }),
    tell: () => undefined,
    onDone: onBegun,
  })
  return (
    <FormFrame label="Second Factor" onSubmit={submit}>
      <FormFields>
        <p>
          With a second factor, login asks for your password and for a code from an authenticator app on your
          phone, so a stolen password alone is not enough.
        </p>
        <ProofFields form={form} withCode={false} />
      </FormFields>
      <SaveBar note="No second factor is set up">
        <Button kind="primary" type="submit" busy={isBusy}>
          Set Up
        </Button>
      </SaveBar>
    </FormFrame>
  )
}

interface ConfirmFormProps {
  begun: Begun
  onCancel: () => void
  onSet: (recoveryCodes: readonly string[]) => void
}

/** The second step: the secret for the app, and the first code, which proves that the app has it. */
export function ConfirmForm({ begun, onCancel, onSet }: ConfirmFormProps) {
  const { accountId: id } = useAccount()
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const { change: confirm, isBusy } = useChange({
    outcome: 'save',
    change: (otp: string, send) => send(confirmSecondFactor, { params: { id }, body: { otp } }),
    tell: () => undefined,
    isShownOnField: () => true,
    onRefused(error) {
      const { code: wrong } = proofProblems(error)
      if (wrong !== undefined) refuse(wrong)
      // The secret is no longer valid.
      else if (error instanceof ApiError && error.status === 409) onCancel()
      return wrong !== undefined
    },
    onDone: ({ recovery_codes }) => onSet(recovery_codes),
  })
  useEffect(() => field.current?.focus(), [])

  function refuse(message: string) {
    setProblem(message)
    field.current?.select()
  }

  function submit() {
    // A password manager may have filled the field without an event.
    const typed = codeIn(field.current?.value ?? code)
    if (typed.length < limits.one_time_code) refuse(messages.fill_out)
    else void confirm(typed)
  }

  return (
    <FormFrame label="Second Factor" onSubmit={submit}>
      <FormFields>
        <FormSection title="1 Scan">
          <div className={styles.scan}>
            <img className={styles.picture} src={begun.qr} alt="QR code for the authenticator app" />
            <div className={classNames(layout.stackTight, text.small, styles.words)}>
              <p>Scan this with an authenticator app on your phone, or type the key in:</p>
              <p className={classNames(layout.wrap, text.strong)}>
                <Mono>{begun.secret.match(/.{1,4}/g)?.join(' ')}</Mono>
                <CopyButton text={begun.secret} label="Copy" worded />
              </p>
              <p className={text.muted}>30 seconds, 6 digits, SHA-1. The key is shown until you leave.</p>
            </div>
          </div>
        </FormSection>
        <FormSection title="2 Confirm">
          <CodeField
            ref={field}
            label="Code from the app"
            value={code}
            error={problem}
            help="6 digits."
            onChange={(digits) => {
              setCode(digits)
              setProblem(undefined)
            }}
          />
        </FormSection>
      </FormFields>
      <SaveBar note="Stays off until a code is correct">
        <Button onClick={onCancel}>Cancel</Button>
        <Button kind="primary" type="submit" busy={isBusy}>
          Turn On
        </Button>
      </SaveBar>
    </FormFrame>
  )
}

export interface MadeCodes {
  list: readonly string[]
  /** these codes replace earlier ones, because the second factor was on already */
  renewed: boolean
}

/** Shows the recovery codes, which cannot be read again. */
export function RecoveryCodesCard({ codes, onDone }: { codes: MadeCodes; onDone: () => void }) {
  const { id } = useAccount()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const list = codes.list.join('\n')
  const file = `Recovery codes of ${id} for Podium. Each works once in place of a one-time code.\n\n${list}\n`
  return (
    <section aria-labelledby="recovery-codes">
      <Card flush>
        <FormFields>
          <h2 id="recovery-codes" ref={heading} tabIndex={-1}>
            Recovery codes
          </h2>
          <Note
            tone="good"
            title={codes.renewed ? 'You have new recovery codes.' : 'The second factor is on.'}
          >
            {codes.renewed
              ? 'The codes you had before no longer work.'
              : 'Your other sessions and the access tokens you had have ended.'}
          </Note>
          <Note tone="warn">
            Keep these codes where you can find them without your phone. Each works once in place of a
            one-time code. They are not shown again.
          </Note>
          <ul aria-label="Recovery codes" className={styles.codes}>
            {codes.list.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </ul>
          <div className={layout.wrap}>
            <CopyButton text={list} label="Copy all" worded />
            <Button small icon={Download} onClick={() => saveText('podium-recovery-codes.txt', file)}>
              Download as text
            </Button>
          </div>
        </FormFields>
        <SaveBar>
          <Button kind="primary" onClick={onDone}>
            I have saved them
          </Button>
        </SaveBar>
      </Card>
    </section>
  )
}

/** Downloads a text as a file. */
function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
