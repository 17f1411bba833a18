import { checkAccount } from '@podium/contract/accounts.ts'
import { messages } from '@podium/contract/rules.ts'
import { useRef, useState } from 'react'
import { sentenceFor } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import type { IdVerdict } from './account-values.ts'

interface Checked {
  verdict: IdVerdict
  message: string
}

/** Whether an ID is free. Nothing is asked for an empty one; the verdict goes when the ID is edited. */
export function useIdCheck() {
  const [checked, setChecked] = useState<Checked>()
  const [isChecking, setChecking] = useState(false)
  const asked = useRef(0)

  async function check(username: string) {
    if (username === '') return
    asked.current += 1
    const mine = asked.current
    setChecking(true)
    const answer = await ask(username)
    setChecking(false)
    if (mine === asked.current) setChecked(answer)
  }

  function forget() {
    asked.current += 1
    setChecked(undefined)
  }

  return { verdict: checked?.verdict ?? 'unchecked', message: checked?.message, isChecking, check, forget }
}

async function ask(username: string): Promise<Checked> {
  try {
    const { duplicate } = await call(checkAccount, { query: { login_type: 'static', username } })
    return duplicate
      ? { verdict: 'taken', message: messages.id_duplicate }
      : { verdict: 'free', message: messages.id_available }
  } catch (error) {
    return { verdict: 'unchecked', message: sentenceFor(error) }
  }
}
