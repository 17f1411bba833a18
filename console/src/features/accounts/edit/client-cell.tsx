import type { Session } from '@podium/contract/sign-in.ts'
import { clientWords } from '../../../format/client.ts'
import { RowName } from '../../../ui/table/row-name.tsx'

/** What signed in, in words, and as it named itself where that says more. */
export function ClientCell({ user_agent, kind }: Pick<Session, 'user_agent' | 'kind'>) {
  const words = clientWords(user_agent, kind)
  const isSaid = user_agent === '' || user_agent === words
  return (
    <div>
      <RowName sub={isSaid ? undefined : user_agent}>{words}</RowName>
    </div>
  )
}
