import { useEffect, useRef, useState } from 'react'
import layout from '../../../theme/layout.module.css'
import { TextButton } from '../../../ui/button/text-button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { ActionField } from '../../../ui/form/action-field.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import type { MadeToken } from './use-make-token.ts'

interface MadeTokenCardProps {
  made: MadeToken
  onDone: () => void
}

/** The one time that a token can be read. */
export function MadeTokenCard({ made, onDone }: MadeTokenCardProps) {
  const field = useRef<HTMLInputElement>(null)
  const [outcome, setOutcome] = useState<'copied' | 'refused'>()
  useEffect(() => field.current?.select(), [])

  async function copy() {
    try {
      await navigator.clipboard.writeText(made.token)
      setOutcome('copied')
    } catch {
      field.current?.select()
      setOutcome('refused')
    }
  }

  return (
    <Card>
      <div className={layout.stackClose}>
        <Note tone="good" title={`${made.name} was made.`} live>
          Copy it now: it is shown this once and kept only as a hash.{' '}
          <TextButton onClick={onDone}>Hide it</TextButton>
        </Note>
        <ActionField
          ref={field}
          label={`Token ${made.name}`}
          readOnly
          mono
          autoComplete="off"
          spellCheck={false}
          value={made.token}
          action="Copy"
          onAction={() => void copy()}
          good={outcome === 'copied' ? 'Copied.' : undefined}
          error={outcome === 'refused' ? 'The browser refused to copy. Copy the selected text.' : undefined}
        />
      </div>
    </Card>
  )
}
