import { limits, messages, outcomes } from '@podium/contract/rules.ts'
import { type beginSecondFactor, confirmSecondFactor } from '@podium/contract/sign-in.ts'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import type { ReplyOf } from '../../../api/route-types.ts'
import { useFailure } from '../../../api/use-failure.ts'
import { useAccount } from '../../../session/use-session.ts'
import text from '../../../theme/text.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { CodeField } from '../../../ui/code/code-field.tsx'
import { FormFields, FormFrame } from '../../../ui/form/form-frame.tsx'
import { FormSection } from '../../../ui/form/form-section.tsx'
import { SaveBar } from '../../../ui/form/save-bar.tsx'
import { proofProblems } from '../proof.ts'
import own from './second-factor.module.css'

interface ConfirmFormProps {
  begun: ReplyOf<typeof beginSecondFactor>
  onCancel: () => void
  onSet: (recoveryCodes: readonly string[]) => void
}

/** The secret for the app, and the first code that shows that the app has it. */
export function ConfirmForm({ begun, onCancel, onSet }: ConfirmFormProps) {
  const { accountId: id } = useAccount()
  const fail = useFailure()
  const field = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  useEffect(() => field.current?.focus(), [])

  async function confirm(otp: string) {
    if (isBusy) return
    if (otp.length < limits.one_time_code) return refuse(messages.fill_out)
    setBusy(true)
    try {
      const { recovery_codes } = await call(confirmSecondFactor, {
        params: { id },
        body: { otp },
        place: () => true,
      })
      onSet(recovery_codes)
    } catch (error) {
      setBusy(false)
      const { code: wrong, current: locked } = proofProblems(error)
      const refused = wrong ?? locked
      if (refused !== undefined) refuse(refused)
      else await fail(outcomes.save.failed, error)
    }
  }

  function refuse(message: string) {
    setProblem(message)
    field.current?.select()
  }

  return (
    <FormFrame label="Second Factor" onSubmit={() => void confirm(code)}>
      <FormFields>
        <FormSection title="1 Scan">
          <div className={own.scan}>
            <img className={own.picture} src={begun.qr} alt="QR code for the authenticator app" />
            <div className={own.words}>
              <p>Scan this with an authenticator app on your phone, or type the key in:</p>
              <p className={own.key}>
                <span className={text.mono}>{begun.secret.match(/.{1,4}/g)?.join(' ')}</span>
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
            help="6 digits; it is checked as soon as the last one is typed."
            onChange={(digits) => {
              setCode(digits)
              setProblem(undefined)
            }}
            onFull={(digits) => void confirm(digits)}
          />
        </FormSection>
      </FormFields>
      <SaveBar note="Off until a code was right">
        <Button onClick={onCancel}>Cancel</Button>
        <Button kind="primary" type="submit" busy={isBusy}>
          Turn on
        </Button>
      </SaveBar>
    </FormFrame>
  )
}
