import {
  type AccessToken,
  listTokens,
  readSecondFactor,
  revokeToken,
} from '@podium/contract/calls/sign-in.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { q } from '../../api/query.ts'
import { NOTHING } from '../../format/nothing.ts'
import { PagedTable } from '../../record/list-table.tsx'
import { useChange } from '../../record/use-change.ts'
import { useList } from '../../record/use-list.ts'
import { useSavedValues } from '../../session/use-saved-form.ts'
import { useAccount } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { Button, TextButton } from '../../ui/button/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { ActionField } from '../../ui/form/text-field.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { type Column, RowName } from '../../ui/table/table-rows.tsx'
import { Chip } from '../../ui/text/chip.tsx'
import { Moment } from '../../ui/text/moment.tsx'
import { type MadeToken, NEW_TOKEN_FORM, NewTokenDialog, scopeWords } from './new-token-dialog.tsx'

interface TokensTabProps {
  /** a token just made, which is shown only once */
  made: MadeToken | undefined
  onMade: (token: MadeToken | undefined) => void
}

/** The access tokens with which the account's programs sign in. */
export function TokensTab({ made, onMade }: TokensTabProps) {
  const { accountId: id } = useAccount()
  const list = useList(listTokens, ({ tokens }) => tokens, { params: { id } })
  const factor = useQuery(q(readSecondFactor, { params: { id } }))
  // Opens the dialog again if the session was lost while typing.
  const [isMaking, setMaking] = useState(useSavedValues(NEW_TOKEN_FORM) !== undefined)
  const { change: revoke } = useChange({
    confirm: ({ name }: AccessToken) => ({
      mode: 'delete',
      detail: `${name} is revoked at once, and programs that use it are refused.`,
    }),
    outcome: 'delete',
    change: ({ id: token }, send) => send(revokeToken, { params: { id, token } }),
    onDone: (_, { id: token }) => token === made?.id && onMade(undefined),
    tell: (_, { name }) => ({ snackbar: `Revoked ${name}.` }),
  })

  return (
    <div className={layout.stack}>
      {made && <MadeTokenCard key={made.id} made={made} onDone={() => onMade(undefined)} />}
      <Card
        title="Tokens"
        flush
        footer={
          <span className={text.muted}>
            A token can never do more than you. All your tokens end when your password or your role changes.
          </span>
        }
        trailing={
          <Button kind="primary" small icon={Plus} onClick={() => setMaking(true)}>
            New Token
          </Button>
        }
      >
        <PagedTable<AccessToken>
          list={list}
          name="Tokens"
          noun="token"
          bare
          columns={tokenColumns((token) => void revoke(token))}
          rowId={(token) => token.id}
          rowName={(token) => token.name}
          empty={
            <EmptyState title="No tokens yet">
              A program signs in with a token instead of your password.
            </EmptyState>
          }
        />
      </Card>
      {isMaking && factor.data && (
        <NewTokenDialog
          withCode={factor.data.enabled}
          onCancel={() => setMaking(false)}
          onMade={(token) => {
            setMaking(false)
            onMade(token)
          }}
        />
      )}
    </div>
  )
}

function tokenColumns(onRevoke: (token: AccessToken) => void): readonly Column<AccessToken>[] {
  return [
    { id: 'name', header: 'Name', cell: ({ name }) => <RowName>{name}</RowName> },
    { id: 'scope', header: 'May do', cell: ({ scope }) => scopeWords[scope].label },
    {
      id: 'state',
      header: 'State',
      cell: ({ state }) => <Chip tone={state === 'active' ? 'good' : 'quiet'}>{state}</Chip>,
    },
    {
      id: 'created_at',
      header: 'Created',
      onPhone: 'hidden',
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
    { id: 'last_used_at', header: 'Last used', cell: ({ last_used_at }) => <Moment at={last_used_at} /> },
    { id: 'expires_at', header: 'Expires', cell: ({ expires_at }) => <Moment at={expires_at} /> },
    {
      id: 'revoke',
      header: 'Actions',
      onPhone: 'beside',
      numeric: true,
      cell: (token) =>
        token.state === 'active' ? (
          <Button small aria-label={`Revoke ${token.name}`} onClick={() => onRevoke(token)}>
            Revoke
          </Button>
        ) : (
          NOTHING
        ),
    },
  ]
}

/** Shows a new token, which cannot be read again. */
function MadeTokenCard({ made, onDone }: { made: MadeToken; onDone: () => void }) {
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
        <Note tone="good" title={`${made.name} was created.`} live>
          Copy it now: it is shown only once and stored only as a hash.{' '}
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
