import { endOtherSessions, endSession, listSessions, type Session } from '@podium/contract/calls/sign-in.ts'
import { limits } from '@podium/contract/rules/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../api/query.ts'
import { clientWords } from '../../format/client.ts'
import { countOf } from '../../format/number.ts'
import { useChange } from '../../record/use-change.ts'
import { useAccount } from '../../session/use-session.ts'
import text from '../../theme/text.module.css'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { type Column, RowName } from '../../ui/table/table-rows.tsx'
import { Chip } from '../../ui/text/chip.tsx'
import { Moment } from '../../ui/text/moment.tsx'
import { Mono } from '../../ui/text/mono.tsx'
import { SessionsTable } from '../accounts/components/sign-in-tables.tsx'

/** The open sessions of the account. Any other than this one can be ended. */
export function SessionsTab() {
  const { accountId: id } = useAccount()
  const query = useQuery(q(listSessions, { params: { id } }))
  const others = (query.data?.sessions ?? []).filter(({ current }) => !current).length
  const { change: end } = useChange({
    change: async (session: Session | 'others', send) => {
      if (session !== 'others') {
        await send(endSession, { params: { id, session: session.id } })
        return `Ended ${clientWords(session.user_agent, session.kind)}.`
      }
      const { done } = await send(endOtherSessions, { params: { id } })
      return `Ended ${countOf(done, 'other session')}.`
    },
    tell: (ended) => ({ snackbar: ended }),
    failed: 'The session could not be ended.',
  })

  return (
    <Card
      title="Sessions"
      note={query.data && `${query.data.total} of ${limits.sessions}`}
      flush
      footer={
        <span className={text.muted}>
          A session ends after 60 minutes without use, or 12 hours after signing in.
        </span>
      }
      trailing={
        others > 0 && (
          <Button small onClick={() => void end('others')}>
            {others === 1 ? 'End the other' : `End the ${others} others`}
          </Button>
        )
      }
    >
      <SessionsTable id={id} columns={sessionColumns((session) => void end(session))} bare />
    </Card>
  )
}

function sessionColumns(onEnd: (session: Session) => void): readonly Column<Session>[] {
  return [
    {
      id: 'client',
      header: 'Client',
      cell: ({ user_agent, kind, current }) => (
        <RowName sub={current ? 'this session' : kind}>
          <span title={user_agent}>{clientWords(user_agent, kind)}</span>
        </RowName>
      ),
    },
    { id: 'address', header: 'Address', cell: ({ address }) => <Mono>{address}</Mono> },
    { id: 'created_at', header: 'Signed in', cell: ({ created_at }) => <Moment at={created_at} /> },
    {
      id: 'last_seen_at',
      header: 'Last used',
      cell: ({ current, last_seen_at }) =>
        current ? <Chip tone="good">now</Chip> : <Moment at={last_seen_at} />,
    },
    {
      id: 'end',
      header: 'Actions',
      numeric: true,
      onPhone: 'beside',
      cell: (session) =>
        session.current ? (
          <span className={text.muted}>use Logout</span>
        ) : (
          <Button
            small
            aria-label={`End ${clientWords(session.user_agent, session.kind)}`}
            onClick={() => onEnd(session)}
          >
            End
          </Button>
        ),
    },
  ]
}
