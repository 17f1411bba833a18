import { testOwnMail } from '@podium/contract/notifications.ts'
import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { useChange } from '../../../record/use-change.ts'
import { useAccount } from '../../../session/use-session.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { canReceive, ownMail } from './own-mail.ts'

const WORDS = { loading: 'Loading how mail reaches you', failed: 'Your mail settings could not be read' }

/** Where mail of the person goes, whether the last one left, and a test. */
export function MailCard() {
  const query = useQuery(ownMail)
  const { role } = useAccount()
  const { change: test, isBusy } = useChange({
    change: (_: undefined, send) => send(testOwnMail),
    tell: ({ trouble }) =>
      trouble === ''
        ? { snackbar: 'The mail server accepted the test message.' }
        : { alert: 'error', text: 'The test message was not sent.', detail: trouble },
    failed: 'The test message was not sent.',
  })
  const { data } = query
  if (!data) return <Card title="Mail">{queryPlaceholder(query, WORDS)}</Card>
  const { is_set_up, address, trouble } = data
  return (
    <Card
      title="Mail"
      trailing={
        canReceive(data) && (
          <Button small icon={Send} busy={isBusy} onClick={() => void test(undefined)}>
            Send a test message
          </Button>
        )
      }
    >
      <div className={layout.stackTight}>
        {!is_set_up ? (
          <p>
            Mail is not set up on this server.
            {role === 'ADMIN' && ' Set it up with PODIUM_SMTP_URL and PODIUM_MAIL_FROM.'}
          </p>
        ) : address === '' ? (
          <p>Your account has no email address, so you get no mail.</p>
        ) : (
          <p>
            Mail goes to <span className={text.strong}>{address}</span>, at most once a minute.
          </p>
        )}
        {canReceive(data) && trouble !== '' && (
          <Note tone="warn" title="The last message to you could not be sent." live>
            {trouble}
          </Note>
        )}
      </div>
    </Card>
  )
}
