import { FieldProblems } from '@podium/contract/errors.ts'
import { isUuid } from '../../http/scoped-objects.ts'

const MOST = 100

/** The ids of a comma list, each once; what is no id names nothing and is left out. */
export function idsOf(list: string): string[] {
  const ids = list.split(',').map((id) => id.trim().toLowerCase())
  if (ids.length > MOST)
    throw new FieldProblems([
      { loc: ['query', 'ids'], msg: `Ask for at most ${MOST} workspaces at once.`, type: 'value_error' },
    ])
  return [...new Set(ids)].filter(isUuid)
}
