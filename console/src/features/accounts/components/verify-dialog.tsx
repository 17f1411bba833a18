import { verifyDirectoryUser } from '@podium/contract/calls/directory.ts'
import { messages } from '@podium/contract/rules/rules.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { useState } from 'react'
import { sentenceFor } from '../../../api/api-error.ts'
import { useChange } from '../../../record/use-change.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { PasswordField } from '../../../ui/form/text-field.tsx'
import { useFields } from '../../../ui/form/use-fields.ts'

const EMPTY = { login_pw: '' }
/** The server says no more than this, so that it does not reveal who is locked. */
const NOT_CONFIRMED =
  'The directory did not confirm this password. It may be wrong, the ID may be locked here, or the directory does not answer.'

export function VerifyDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const [isRight, setRight] = useState(false)
  const form = useFields(EMPTY, () => ({}))
  const bound = form.field('login_pw')
  const { change: verify, isBusy } = useChange<typeof EMPTY, ReplyOf<typeof verifyDirectoryUser>>({
    confirm: ({ login_pw }) =>
      form.show({ login_pw: login_pw === '' ? messages.fill_out : undefined }) ? 'agreed' : null,
    change: ({ login_pw }, send) => send(verifyDirectoryUser, { body: { login_id: username, login_pw } }),
    onDone({ verified }) {
      setRight(verified)
      if (!verified) form.show({ login_pw: NOT_CONFIRMED })
    },
    isShownOnField: () => true,
    onRefused: (error) => !form.show({ login_pw: sentenceFor(error) }),
  })

  return (
    <FormDialog
      title="Verify Sign-in"
      lead={`Asks the directory whether ${username} can sign in with this password. A wrong one counts like one at the login.`}
      onClose={onClose}
      onSubmit={() => void verify(form.values)}
      submit="Verify"
      cancel="Close"
      busy={isBusy}
    >
      <div ref={form.frame}>
        <PasswordField
          {...bound}
          onChange={(event) => {
            setRight(false)
            bound.onChange(event)
          }}
          label={`Directory password of ${username}`}
          autoComplete="off"
          help="It is not stored."
          good={isRight ? 'The directory accepts this password.' : undefined}
        />
      </div>
    </FormDialog>
  )
}
