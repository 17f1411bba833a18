import { outcomes } from '@podium/contract/rules.ts'
import { type AccessToken, listTokens, readSecondFactor, revokeToken } from '@podium/contract/sign-in.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { call } from '../../../api/call.ts'
import { q } from '../../../api/query.ts'
import { insteadOf } from '../../../api/query-instead.tsx'
import { useFailure } from '../../../api/use-failure.ts'
import { ListFoot } from '../../../navigation/list-foot.tsx'
import { useListState } from '../../../navigation/list-state.ts'
import { useKeptValues } from '../../../session/use-kept-form.ts'
import { useAccount } from '../../../session/use-session.ts'
import layout from '../../../theme/layout.module.css'
import { Button } from '../../../ui/button/button.tsx'
import { lateDialog } from '../../../ui/dialog/late-dialog.tsx'
import { useConfirm } from '../../../ui/dialog/use-confirm.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { useSnackbar } from '../../../ui/feedback/use-snackbar.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { NoSuchPage } from '../../../ui/table/no-such-page.tsx'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import styles from '../profile.module.css'
import { MadeTokenCard } from './made-token-card.tsx'
import { tokenColumns } from './token-columns.tsx'
import { NEW_TOKEN_FORM } from './token-form.ts'
import type { MadeToken } from './use-make-token.ts'

const NewTokenDialog = lateDialog(async () => (await import('./new-token-dialog.tsx')).NewTokenDialog)

const WORDS = { loading: 'Loading tokens', failed: 'The tokens could not be read' }
const RULES = { sorts: ['created_at'], defaultSort: '-created_at' } as const

interface TokensTabProps {
  /** just made, and shown this once */
  made: MadeToken | undefined
  onMade: (token: MadeToken | undefined) => void
}

/** Access tokens, with which the account's programs sign in. */
export function TokensTab({ made, onMade }: TokensTabProps) {
  const { accountId: id } = useAccount()
  const list = useListState(RULES)
  const { page, page_size } = list.query
  const query = useQuery({
    ...q(listTokens, { params: { id }, query: { page, page_size } }),
    placeholderData: keepPreviousData,
  })
  const factor = useQuery(q(readSecondFactor, { params: { id } }))
  // Whoever lost their session while typing finds the dialog open again.
  const [isMaking, setMaking] = useState(useKeptValues(NEW_TOKEN_FORM) !== undefined)
  const revoke = useRevoke(id, (token) => {
    if (token === made?.id) onMade(undefined)
  })
  const { data, isPlaceholderData } = query
  const isEmpty = data?.tokens.length === 0

  function show(token: MadeToken) {
    setMaking(false)
    onMade(token)
  }

  return (
    <div className={layout.stack}>
      {made && <MadeTokenCard key={made.id} made={made} onDone={() => onMade(undefined)} />}
      <Card
        title="Tokens"
        flush
        aside={
          <Button kind="primary" small icon={Plus} onClick={() => setMaking(true)}>
            New Token
          </Button>
        }
      >
        <PlainTable<AccessToken>
          name="Tokens"
          bare
          columns={tokenColumns((token) => void revoke(token))}
          rows={data?.tokens}
          rowId={(token) => token.id}
          rowName={(token) => token.name}
          stale={isPlaceholderData}
          instead={
            insteadOf(query, WORDS) ??
            (isEmpty && (page > 1 ? <NoSuchPage onFirst={() => list.setPage(1)} /> : <NoTokens />))
          }
          foot={<ListFoot list={list} total={data?.total} noun="token" />}
        />
        <p className={styles.foot}>
          A token can never do more than you. All of them end when your password or your role changes.
        </p>
      </Card>
      {isMaking && factor.data && (
        <Suspense>
          <NewTokenDialog withCode={factor.data.enabled} onCancel={() => setMaking(false)} onMade={show} />
        </Suspense>
      )}
    </div>
  )
}

function NoTokens() {
  return (
    <EmptyState title="No tokens yet">
      A program of yours signs in with one, without your password.
    </EmptyState>
  )
}

/** Asks, and revokes at once. */
function useRevoke(id: string, onRevoked: (token: string) => void): (token: AccessToken) => Promise<void> {
  const queries = useQueryClient()
  const confirm = useConfirm()
  const fail = useFailure()
  const { say } = useSnackbar()
  return async ({ id: token, name }) => {
    if (!(await confirm('delete', `${name} is revoked at once: whatever signs in with it is refused.`)))
      return
    try {
      await call(revokeToken, { params: { id, token } })
      onRevoked(token)
      say(`Revoked ${name}.`)
    } catch (error) {
      await fail(outcomes.delete.failed, error)
    }
    await queries.invalidateQueries({ queryKey: [listTokens.id] })
  }
}
