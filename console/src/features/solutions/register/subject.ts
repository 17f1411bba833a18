import { formatShare } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import type { Check } from '../../../ui/form/check-list.tsx'
import { checkOf, namesOther, type ReadMetadata } from '../checks/metadata-checks.ts'
import { type KnownSolution, NAME_TITLES, type NameVerdict } from './name-field.tsx'
import { type Archive, shareOf, timeLeft } from './use-archive.ts'
import type { Content } from './use-register.tsx'

interface Subject {
  checks: readonly Check[]
  /** the step that is needed before Save */
  wait?: string | undefined
  /** undefined while there is nothing to register */
  content?: Content
}

/**
 * Returns the archive as a subject.
 * @param verdict the verdict on its name
 */
export function subjectOfArchive({ state, path }: Archive, verdict: NameVerdict): Subject {
  switch (state.is) {
    case 'none':
      return waiting('Add an archive to continue')
    case 'uploading': {
      const { sent, speed, file } = state
      const wait = ['Wait for the upload', timeLeft(file.size - sent, speed)].filter(Boolean).join(', ')
      const check = checkOf('running', 'Upload', 'The checks begin when it is complete.')
      return waiting(wait, { ...check, where: formatShare(shareOf(sent, file.size)) })
    }
    case 'broken':
      return waiting('Upload the archive again to continue', checkOf('wrong', 'Upload', state.message))
    case 'checking':
      return waiting(
        'Wait for the checks',
        checkOf('running', 'Archive', 'The server reads the whole archive.'),
      )
    case 'unchecked':
      return waiting('Check the archive again to continue')
    case 'unusable':
      return waiting(
        'Choose another archive to continue',
        checkOf('wrong', 'The archive cannot be used', state.message),
      )
    case 'checked': {
      const found = state.checks.map(({ level, ...check }) => ({ verdict: level, ...check }))
      const checks = withCurrentName(found, state.name, verdict)
      const wait = isWrong(checks) ? 'Choose an archive without faults to continue' : waitForName(verdict)
      return { checks, wait, content: { path } }
    }
  }
}

const waiting = (wait: string, ...checks: Check[]): Subject => ({ checks, wait })

const isWrong = (checks: readonly Check[]) => checks.some(({ verdict }) => verdict === 'wrong')

/** Returns typed metadata as a subject. The checks of its name come first. */
export function subjectOfMetadata(text: string, read: ReadMetadata, verdict: NameVerdict): Subject {
  const { metadata, name } = read
  const checks = withName(read, nameChecks(name, verdict))
  if (text.trim() === '') return waiting('Add the metadata to continue')
  if (metadata === null || isWrong(checks)) return waiting('Correct the metadata to continue', ...checks)
  return { checks, wait: waitForName(verdict), content: { metadata } }
}

/** Reports a wrong name once, by the rule of the field. In faulty metadata a good name is not reported yet. */
function withName({ checks, metadata }: ReadMetadata, ofName: readonly Check[]): Check[] {
  if (!isWrong(ofName)) return [...(metadata ? ofName : []), ...checks]
  const where = checks.find(({ title }) => title === 'name')?.where
  return [...ofName.map((check) => ({ ...check, where })), ...checks.filter(({ title }) => title !== 'name')]
}

/** Save waits until it is known whether the name is free. */
function waitForName({ is }: NameVerdict): string | undefined {
  if (is === 'asking') return 'Wait for the check of the name'
  return is === 'unknown' ? 'Check the name again to continue' : undefined
}

/** Returns the checks of a name, in the words of the server's check of an archive. */
function nameChecks(name: string, verdict: NameVerdict): Check[] {
  switch (verdict.is) {
    case 'free':
      return [checkOf('good', NAME_TITLES.free, `${name}, becomes v 1`)]
    case 'wrong':
      return [checkOf('wrong', verdict.title, verdict.reason)]
    case 'taken':
      return [takenCheck(name, verdict.by)]
    default:
      return []
  }
}

function takenCheck(name: string, { name: known, versions, created_by }: KnownSolution): Check {
  if (name !== known) return checkOf('wrong', NAME_TITLES.differs, namesOther(name, known))
  const newest = formatVersion(versions[0]?.version_num)
  const detail = `${name}, first registered by ${created_by}, becomes the version after ${newest}`
  return checkOf('good', NAME_TITLES.taken, detail)
}

/** Updates the checks of an archive with the current verdict on its name, which may have been taken or freed since. */
function withCurrentName(found: readonly Check[], name: string, verdict: NameVerdict): readonly Check[] {
  if (verdict.is === 'none' || verdict.is === 'asking') return found
  const titles = Object.values(NAME_TITLES)
  return [...nameChecks(name, verdict), ...found.filter(({ title }) => !titles.includes(title))]
}
