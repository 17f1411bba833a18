import { Download } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useAccount } from '../../../session/use-session.ts'
import layout from '../../../theme/layout.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { FormFields } from '../../../ui/form/form-frame.tsx'
import { SaveBar } from '../../../ui/form/save-bar.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { saveText } from './save-text.ts'
import own from './second-factor.module.css'

export interface MadeCodes {
  list: readonly string[]
  /** in place of earlier ones; the second factor was on already */
  renewed: boolean
}

interface RecoveryCodesCardProps {
  codes: MadeCodes
  onDone: () => void
}

/** The one time that the recovery codes can be read. */
export function RecoveryCodesCard({ codes, onDone }: RecoveryCodesCardProps) {
  const { id } = useAccount()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const list = codes.list.join('\n')
  const file = `Recovery codes of ${id} for Podium. Each signs you in once, in place of a one-time code.\n\n${list}\n`
  return (
    <section aria-labelledby="recovery-codes">
      <Card flush>
        <FormFields>
          <h2 id="recovery-codes" ref={heading} tabIndex={-1}>
            Recovery codes
          </h2>
          {codes.renewed ? (
            <Note tone="good" title="The codes are new.">
              Those you had before are void.
            </Note>
          ) : (
            <Note tone="good" title="The second factor is on.">
              Your other sessions and the access tokens you had have ended.
            </Note>
          )}
          <Note tone="warn">
            Keep these codes where you find them without your phone. Each signs you in once in place of a
            one-time code. They are not shown again.
          </Note>
          <ul aria-label="Recovery codes" className={own.codes}>
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
            I have kept them
          </Button>
        </SaveBar>
      </Card>
    </section>
  )
}
