import type { Session } from '@podium/contract/sign-in.ts'
import { clientWords } from '../../../format/client.ts'
import text from '../../../theme/text.module.css'
import { Button } from '../../../ui/button/button.tsx'
import type { Column } from '../../../ui/table/data-table-column.ts'
import { RowName } from '../../../ui/table/row-name.tsx'
import { Chip } from '../../../ui/text/chip.tsx'
import { Moment } from '../../../ui/text/moment.tsx'

const KINDS = { browser: 'browser', program: 'program' } as const

export function sessionColumns(onEnd: (session: Session) => void): readonly Column<Session>[] {
  return [
    {
      id: 'client',
      header: 'Client',
      cell: ({ user_agent, kind, current }) => (
        <RowName sub={current ? 'this session' : KINDS[kind]}>
          <span title={user_agent}>{clientWords(user_agent, kind)}</span>
        </RowName>
      ),
    },
    {
      id: 'address',
      header: 'Address',
      cell: ({ address }) => <span className={text.mono}>{address}</span>,
    },
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
