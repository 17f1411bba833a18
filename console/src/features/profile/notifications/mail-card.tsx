import { testOwnMail } from '@podium/contract/calls/notifications.ts'
import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { useChange } from '../../../record/use-change.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { canReceive, ownMail } from './own-mail.ts'

const WORDS = { loading: 'Loading how mail reaches you', failed: 'Your mail settings could not be read' }

/** The person's mail address, whether the last message was sent, and a test. Renders nothing if no mail can be sent. */
export function MailCard() {
  const query = useQuery(ownMail)
  const { change: test, isBusy } = useChange({
    change: (_: undefined, send) => send(testOwnMail),
    tell: ({ trouble }) =>
      trouble === ''
        ? { snackbar: 'The mail server accepted the test message.' }
        : { alert: 'error', text: 'The test message was not sent.', detail: trouble },
    failed: 'The test message was not sent.',
  })
  const { data } = query
  if (query.isError) return <Card title="Email">{queryPlaceholder(query, WORDS)}</Card>
  if (!data || !canReceive(data)) return null
  return (
    <Card
      title="Email"
      trailing={
        <Button small icon={Send} busy={isBusy} onClick={() => void test(undefined)}>
          Send a test message
        </Button>
      }
    >
      <div className={layout.stackTight}>
        <p>
          Messages go to <span className={text.strong}>{data.address}</span>, at most once a minute.
        </p>
        {data.trouble !== '' && (
          <Note tone="warn" title="The last message to you could not be sent." live>
            {data.trouble}
          </Note>
        )}
      </div>
    </Card>
  )
}
