import { outcomes } from '@podium/contract/rules.ts'
import { listTokens, makeToken } from '@podium/contract/sign-in.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldMessages } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import type { ReplyOf } from '../../../api/route-types.ts'
import { useFailure } from '../../../api/use-failure.ts'
import { useAccount } from '../../../session/use-session.ts'
import { proofProblems } from '../proof.ts'
import { type TokenField, type TokenValues, tokenProblems } from './token-form.ts'

export type MadeToken = ReplyOf<typeof makeToken>

interface MakingToken {
  withCode: boolean
  show: (problems: Partial<Record<TokenField, string>>) => boolean
  onMade: (made: MadeToken) => void
}

/** Makes an access token; what the server refuses stands under its field. */
export function useMakeToken({ withCode, show, onMade }: MakingToken) {
  const { accountId: id } = useAccount()
  const queries = useQueryClient()
  const fail = useFailure()
  const [isBusy, setBusy] = useState(false)

  async function make(values: TokenValues) {
    if (isBusy || !show(tokenProblems(values, withCode))) return
    setBusy(true)
    try {
      const made = await call(makeToken, {
        params: { id },
        body: bodyOf(values, withCode),
        place: () => true,
      })
      void queries.invalidateQueries({ queryKey: [listTokens.id] })
      onMade(made)
    } catch (error) {
      setBusy(false)
      const { name } = fieldMessages(error)
      const problems = { ...proofProblems(error), ...(name !== undefined && { name }) }
      if (Object.keys(problems).length > 0) show(problems)
      else await fail(outcomes.create.failed, error)
    }
  }

  return { make, isBusy }
}

function bodyOf({ name, scope, days, current, code }: TokenValues, withCode: boolean) {
  return {
    name: name.trim(),
    scope,
    expires_in_days: Number(days),
    current_password: current,
    ...(withCode && { otp: code.trim() }),
  }
}
