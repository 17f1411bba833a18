import { formatVersion } from '../../../format/version.ts'
import type { Check } from '../../../ui/check-list.tsx'
import type { KnownSolution, NameVerdict } from './use-name-verdict.ts'

/** What the name means for the registration, as the server would say it of an archive. */
export function nameChecks(name: string, verdict: NameVerdict): Check[] {
  switch (verdict.is) {
    case 'free':
      return [{ verdict: 'good', title: 'Name is free', detail: `${name}, becomes v 1` }]
    case 'unfit':
      return [{ verdict: 'wrong', title: 'Name is not valid', detail: verdict.why }]
    case 'other letters':
      return [{ verdict: 'wrong', title: 'Name is not available', detail: verdict.why }]
    case 'taken':
      return [takenCheck(name, verdict.by)]
    default:
      return []
  }
}

function takenCheck(name: string, { name: known, versions }: KnownSolution): Check {
  if (name !== known)
    return {
      verdict: 'wrong',
      title: 'Name differs',
      detail: `The metadata names ${name}, but this is the solution ${known}.`,
    }
  const newest = formatVersion(versions[0]?.version_num)
  return {
    verdict: 'good',
    title: 'A solution of this name is there',
    detail: `${name}, becomes the version after ${newest}`,
  }
}
