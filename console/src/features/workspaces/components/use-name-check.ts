import { messages } from '@podium/contract/rules.ts'
import { checkWorkspace } from '@podium/contract/workspaces.ts'
import { useRef, useState } from 'react'
import { sentenceFor } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'

interface Verdict {
  free: boolean
  message: string
}

/** Whether a workspace name is free. Nothing is asked for an empty one; a verdict goes when the name is edited. */
export function useNameCheck() {
  const [verdict, setVerdict] = useState<Verdict>()
  const [isChecking, setChecking] = useState(false)
  const asked = useRef(0)

  async function check(name: string) {
    if (name === '') return
    asked.current += 1
    const mine = asked.current
    setChecking(true)
    const answer = await ask(name)
    setChecking(false)
    if (mine === asked.current) setVerdict(answer)
  }

  function forget() {
    asked.current += 1
    setVerdict(undefined)
  }

  return { verdict, isChecking, check, forget }
}

async function ask(name: string): Promise<Verdict> {
  try {
    const { duplicate } = await call(checkWorkspace, { query: { name } })
    return duplicate
      ? { free: false, message: messages.id_duplicate }
      : { free: true, message: messages.id_available }
  } catch (error) {
    return { free: false, message: sentenceFor(error) }
  }
}
