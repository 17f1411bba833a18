import { limits } from '@podium/contract/rules.ts'
import { endOtherSessions, endSession, listSessions, type Session } from '@podium/contract/sign-in.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { q } from '../../../api/query.ts'
import { insteadOf } from '../../../api/query-instead.tsx'
import { useFailure } from '../../../api/use-failure.ts'
import { clientWords } from '../../../format/client.ts'
import { countOf } from '../../../format/number.ts'
import { useAccount } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button/button.tsx'
import { useSnackbar } from '../../../ui/feedback/use-snackbar.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import styles from '../profile.module.css'
import { sessionColumns } from './session-columns.tsx'

const WORDS = { loading: 'Loading sessions', failed: 'The sessions could not be read' }
const NOT_ENDED = 'The session could not be ended.'

/** Where the account is signed in, and the way to end what is not wanted. Whoever is ended can only sign in again. */
export function SessionsTab() {
  const { accountId: id } = useAccount()
  const query = useQuery(q(listSessions, { params: { id } }))
  const queries = useQueryClient()
  const fail = useFailure()
  const { say } = useSnackbar()
  const others = (query.data?.sessions ?? []).filter(({ current }) => !current).length

  async function end(end: () => Promise<string>) {
    try {
      say(await end())
    } catch (error) {
      await fail(NOT_ENDED, error)
    }
    await queries.invalidateQueries({ queryKey: [listSessions.id] })
  }

  async function endOne({ id: session, user_agent, kind }: Session) {
    await call(endSession, { params: { id, session } })
    return `Ended ${clientWords(user_agent, kind)}.`
  }

  async function endOthers() {
    const { done } = await call(endOtherSessions, { params: { id } })
    return `Ended ${countOf(done, 'other session')}.`
  }

  return (
    <Card
      title="Sessions"
      note={query.data && `${query.data.total} of ${limits.sessions}`}
      flush
      aside={
        others > 0 && (
          <Button small onClick={() => void end(endOthers)}>
            {others === 1 ? 'End the other' : `End the ${others} others`}
          </Button>
        )
      }
    >
      <PlainTable<Session>
        name="Sessions"
        bare
        tall
        columns={sessionColumns((session) => void end(() => endOne(session)))}
        rows={query.data?.sessions}
        rowId={(session) => session.id}
        rowName={({ user_agent, kind }) => clientWords(user_agent, kind)}
        instead={insteadOf(query, WORDS, { rows: 3, tall: true })}
        foot={
          <p className={styles.foot}>
            A session ends after 60 minutes without use, or 12 hours after signing in.
          </p>
        }
      />
    </Card>
  )
}
