import { messages, workspaceNameProblem } from '@podium/contract/rules.ts'
import { checkWorkspace } from '@podium/contract/workspaces.ts'
import { useRef, useState } from 'react'
import { sentenceFor } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'

interface Verdict {
  is: 'free' | 'bad' | 'unknown'
  message: string
}

/** Whether a workspace name is free. Nothing is asked for an empty or impossible one; a verdict goes with an edit. */
export function useNameCheck() {
  const [verdict, setVerdict] = useState<Verdict>()
  const [isChecking, setChecking] = useState(false)
  const asked = useRef(0)

  async function check(name: string) {
    if (name === '') return
    asked.current += 1
    const problem = workspaceNameProblem(name)
    if (problem !== null) return setVerdict({ is: 'bad', message: problem })
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
      ? { is: 'bad', message: messages.id_duplicate }
      : { is: 'free', message: messages.id_available }
  } catch (error) {
    return { is: 'unknown', message: sentenceFor(error) }
  }
}
