import { readAccount } from '@podium/contract/accounts.ts'
import {
  type beginSecondFactor,
  listSessions,
  listTokens,
  readSecondFactor,
} from '@podium/contract/sign-in.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { q } from '../../../api/query.ts'
import { insteadOf } from '../../../api/query-instead.tsx'
import type { ReplyOf } from '../../../api/route-types.ts'
import { useAccount } from '../../../session/use-session.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { FormColumns } from '../../../ui/form/form-columns.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { BeginForm } from './begin-form.tsx'
import { ConfirmForm } from './confirm-form.tsx'
import { type MadeCodes, RecoveryCodesCard } from './recovery-codes-card.tsx'
import { StatusCard } from './status-card.tsx'
import { WhatChangesCard } from './what-changes-card.tsx'

const WORDS = { loading: 'Loading the second factor', failed: 'The second factor could not be read' }

interface SecondFactorTabProps {
  /** just made, and shown this once */
  codes: MadeCodes | undefined
  onCodes: (codes: MadeCodes | undefined) => void
}

export function SecondFactorTab({ codes, onCodes }: SecondFactorTabProps) {
  const { loginType } = useAccount()
  if (loginType === 'ldap')
    return (
      <Note tone="info">
        The second factor of a directory account belongs to the directory and is set up there.
      </Note>
    )
  return (
    <FormColumns length="short">
      {codes ? (
        <RecoveryCodesCard codes={codes} onDone={() => onCodes(undefined)} />
      ) : (
        <OwnFactor onCodes={onCodes} />
      )}
      <WhatChangesCard />
    </FormColumns>
  )
}

function OwnFactor({ onCodes }: Pick<SecondFactorTabProps, 'onCodes'>) {
  const { accountId: id } = useAccount()
  const queries = useQueryClient()
  const query = useQuery(q(readSecondFactor, { params: { id } }))
  const [begun, setBegun] = useState<ReplyOf<typeof beginSecondFactor>>()

  function refresh() {
    for (const route of [readSecondFactor, listSessions, listTokens, readAccount])
      void queries.invalidateQueries({ queryKey: [route.id] })
  }

  function take(codes: MadeCodes) {
    onCodes(codes)
    refresh()
  }

  if (!query.data) return <Card flush>{insteadOf(query, WORDS)}</Card>
  if (query.data.enabled)
    return (
      <StatusCard
        left={query.data.recovery_codes_left}
        onRenewed={(list) => take({ list, renewed: true })}
        onRemoved={refresh}
      />
    )
  if (!begun) return <BeginForm onBegun={setBegun} />
  return (
    <ConfirmForm
      begun={begun}
      onCancel={() => setBegun(undefined)}
      onSet={(list) => take({ list, renewed: false })}
    />
  )
}
