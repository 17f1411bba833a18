import type { Metadata } from '@podium/contract/metadata.ts'
import { formatDuration } from '../../../format/duration.ts'
import { formatShare } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import type { Check } from '../../../ui/form/check-list.tsx'
import type { ReadMetadata } from '../checks/metadata-checks.ts'
import { type KnownSolution, NAME_TITLES, type NameVerdict } from './name-field.tsx'
import { type ArchiveState, secondsLeft, shareOf } from './use-archive.ts'

/** What is to be registered, as far as it is known. */
export interface Subject {
  checks: Check[]
  /** what has to happen before Save; null where nothing has to */
  wait: string | null
  /** metadata, or the archive that was uploaded; null as long as there is neither */
  content: Metadata | 'archive' | null
}

/** The name in the metadata of the archive, once the server has read it; '' before. */
export function nameInArchive(state: ArchiveState): string {
  if (state.is === 'checked') return state.found.name
  return state.is === 'checking' ? state.name : ''
}

const WAITS = {
  none: 'Add an archive to continue',
  uploading: 'Wait for the upload',
  broken: 'Upload the archive again to continue',
  checking: 'Wait for the checks',
  unchecked: 'Check the archive again to continue',
  unusable: 'Choose another archive to continue',
}

/**
 * The archive as a subject.
 * @param verdict on its name
 */
export function subjectOfArchive(state: ArchiveState, verdict: NameVerdict): Subject {
  if (state.is === 'checked') {
    const { checks: found, name } = state.found
    const checks = withCurrentName(
      found.map(({ level, ...check }) => ({ verdict: level, ...check })),
      name,
      verdict,
    )
    const wait = isWrong(checks) ? 'Choose an archive without faults to continue' : null
    return { checks, wait, content: 'archive' }
  }
  const check = checkOf(state)
  const left = state.is === 'uploading' && secondsLeft(state.sent, state.file.size, state.speed)
  const wait = left ? `${WAITS.uploading}, ${formatDuration(left)} left` : WAITS[state.is]
  return { checks: check ? [check] : [], wait, content: null }
}

/** What is known of an archive before its checks. */
function checkOf(state: ArchiveState): Check | undefined {
  switch (state.is) {
    case 'uploading':
      return {
        verdict: 'running',
        title: 'Upload',
        detail: 'The checks begin when it is complete.',
        where: formatShare(shareOf(state.sent, state.file.size)),
      }
    case 'broken':
      return { verdict: 'wrong', title: 'Upload', detail: state.message }
    case 'checking':
      return { verdict: 'running', title: 'Archive', detail: 'The server reads it from end to end.' }
    case 'unusable':
      return { verdict: 'wrong', title: 'The archive cannot be used', detail: state.problem }
    default:
      return undefined
  }
}

const isWrong = (checks: readonly Check[]) => checks.some(({ verdict }) => verdict === 'wrong')

/** The typed metadata as a subject; what its name means comes before the rest. */
export function subjectOfMetadata(text: string, read: ReadMetadata, verdict: NameVerdict): Subject {
  const { metadata, name } = read
  const checks = withName(read, nameChecks(name, verdict))
  if (text.trim() === '') return { checks: [], wait: 'Add the metadata to continue', content: null }
  const isFaulty = metadata === null || isWrong(checks)
  return { checks, wait: isFaulty ? 'Correct the metadata to continue' : null, content: metadata }
}

/** A wrong name is told once, by the rule that the field has; in faulty metadata a good one is not yet news. */
function withName({ checks, metadata }: ReadMetadata, ofName: readonly Check[]): Check[] {
  if (!isWrong(ofName)) return [...(metadata ? ofName : []), ...checks]
  const where = checks.find(({ title }) => title === 'name')?.where
  return [...ofName.map((check) => ({ ...check, where })), ...checks.filter(({ title }) => title !== 'name')]
}

/** What else has to happen before Save: whether the name is free must be known. */
export function waitForName({ is }: NameVerdict): string | null {
  if (is === 'asking') return 'Wait for the check of the name'
  return is === 'unknown' ? 'Check the name again to continue' : null
}

/** What the name means for the registration, in the words of the server's check of an archive. */
function nameChecks(name: string, verdict: NameVerdict): Check[] {
  switch (verdict.is) {
    case 'free':
      return [{ verdict: 'good', title: NAME_TITLES.free, detail: `${name}, becomes v 1` }]
    case 'wrong':
      return [{ verdict: 'wrong', title: verdict.title, detail: verdict.why }]
    case 'taken':
      return [takenCheck(name, verdict.by)]
    default:
      return []
  }
}

/** The checks of an archive with what is known of its name by now: it may have been taken or freed since then. */
function withCurrentName(found: readonly Check[], name: string, verdict: NameVerdict): Check[] {
  if (verdict.is === 'none' || verdict.is === 'asking') return [...found]
  const titles = Object.values(NAME_TITLES)
  return [...nameChecks(name, verdict), ...found.filter(({ title }) => !titles.includes(title))]
}

function takenCheck(name: string, { name: known, versions, created_by }: KnownSolution): Check {
  if (name !== known)
    return {
      verdict: 'wrong',
      title: NAME_TITLES.differs,
      detail: `The metadata names ${name}, but this is the solution ${known}.`,
    }
  const newest = formatVersion(versions[0]?.version_num)
  return {
    verdict: 'good',
    title: NAME_TITLES.taken,
    detail: `${name}, first registered by ${created_by}, becomes the version after ${newest}`,
  }
}
