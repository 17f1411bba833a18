import { formatVersion } from '../../../format/version.ts'
import type { Check } from '../../../ui/form/check-list.tsx'
import type { KnownSolution, NameVerdict } from './use-name-verdict.ts'

/** The server's check of an archive has the same titles. */
const TITLES = {
  free: 'Name is free',
  unfit: 'Name is not valid',
  near: 'Name is not available',
  taken: 'A solution of this name is there',
  differs: 'Name differs',
}

/** What the name means for the registration, as the server would say it of an archive. */
export function nameChecks(name: string, verdict: NameVerdict): Check[] {
  switch (verdict.is) {
    case 'free':
      return [{ verdict: 'good', title: TITLES.free, detail: `${name}, becomes v 1` }]
    case 'unfit':
      return [{ verdict: 'wrong', title: TITLES.unfit, detail: verdict.why }]
    case 'other letters':
      return [{ verdict: 'wrong', title: TITLES.near, detail: verdict.why }]
    case 'taken':
      return [takenCheck(name, verdict.by)]
    default:
      return []
  }
}

/** The checks of an archive with what is known of its name by now: it may have been taken or freed since. */
export function withNameOfNow(found: readonly Check[], name: string, verdict: NameVerdict): Check[] {
  if (verdict.is === 'none' || verdict.is === 'asking') return [...found]
  const titles = Object.values(TITLES)
  return [...nameChecks(name, verdict), ...found.filter(({ title }) => !titles.includes(title))]
}

function takenCheck(name: string, { name: known, versions, created_by }: KnownSolution): Check {
  if (name !== known)
    return {
      verdict: 'wrong',
      title: TITLES.differs,
      detail: `The metadata names ${name}, but this is the solution ${known}.`,
    }
  const newest = formatVersion(versions[0]?.version_num)
  return {
    verdict: 'good',
    title: TITLES.taken,
    detail: `${name}, first registered by ${created_by}, becomes the version after ${newest}`,
  }
}
