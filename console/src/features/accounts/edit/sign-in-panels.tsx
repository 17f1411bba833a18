import type { Session, SignIn } from '@podium/contract/calls/sign-in.ts'
import { clientWords } from '../../../format/client.ts'
import { NOTHING } from '../../../format/nothing.ts'
import { type Column, RowName } from '../../../ui/table/table-rows.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { resultColumn, SessionsTable, SignInHistory } from '../components/sign-in-tables.tsx'

const SESSION_COLUMNS: readonly Column<Session>[] = [
  { id: 'kind', header: 'Signed in with', cell: (session) => <Client {...session} /> },
  { id: 'address', header: 'Address', cell: ({ address }) => address || NOTHING },
  { id: 'created_at', header: 'Since', cell: ({ created_at }) => <Moment at={created_at} /> },
  { id: 'last_seen_at', header: 'Last seen', cell: ({ last_seen_at }) => <Moment at={last_seen_at} /> },
]

const SIGN_IN_COLUMNS: readonly Column<SignIn>[] = [
  { id: 'created_at', header: 'When', cell: ({ created_at }) => <Moment at={created_at} /> },
  resultColumn,
  { id: 'kind', header: 'With', cell: (signIn) => <Client {...signIn} /> },
  { id: 'address', header: 'Address', cell: ({ address }) => address || NOTHING },
]

export function SessionsPanel({ id }: { id: string }) {
  return <SessionsTable id={id} columns={SESSION_COLUMNS} />
}

export function HistoryPanel({ id }: { id: string }) {
  return <SignInHistory id={id} columns={SIGN_IN_COLUMNS} empty="No sign-ins within 180 days" />
}

/** The program that signed in, in words, with its own user agent below if that says more. */
function Client({ user_agent, kind }: Pick<Session, 'user_agent' | 'kind'>) {
  const words = clientWords(user_agent, kind)
  const addsDetail = user_agent !== '' && user_agent !== words
  return <RowName sub={addsDetail ? user_agent : undefined}>{words}</RowName>
}
