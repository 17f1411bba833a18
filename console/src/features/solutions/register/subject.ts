import type { Metadata } from '@podium/contract/metadata.ts'
import { formatDuration } from '../../../format/duration.ts'
import { formatShare } from '../../../format/number.ts'
import type { Check } from '../../../ui/form/check-list.tsx'
import type { ReadMetadata } from './metadata-checks.ts'
import { withNameOfNow } from './name-checks.ts'
import { secondsLeft, shareOf } from './upload-pace.ts'
import type { ArchiveState } from './use-archive.ts'
import type { NameVerdict } from './use-name-verdict.ts'

/** What is to be registered, as far as it is known. */
export interface Subject {
  checks: Check[]
  /** what Save waits for, after 'Save waits for '; null where it waits for nothing */
  wait: string | null
  send: { archive: true } | { metadata: Metadata } | null
}

const NOTHING_YET = { checks: [], send: null }

/** The name in the metadata of the archive, once the server has read it; '' before. */
export function nameInArchive(state: ArchiveState): string {
  if (state.is === 'checked') return state.found.name
  return state.is === 'checking' ? state.name : ''
}

/** The archive as a subject. `verdict`: on its name. */
export function subjectOfArchive(state: ArchiveState, verdict: NameVerdict): Subject {
  switch (state.is) {
    case 'none':
      return { ...NOTHING_YET, wait: 'an archive' }
    case 'uploading': {
      const left = secondsLeft(state.sent, state.file.size, state.speed)
      const share = formatShare(shareOf(state.sent, state.file.size))
      return {
        ...NOTHING_YET,
        checks: [
          {
            verdict: 'running',
            title: 'Upload',
            detail: 'The checks begin when it is complete.',
            where: share,
          },
        ],
        wait: left === null ? 'the upload' : `the upload, ${formatDuration(left)} left`,
      }
    }
    case 'broken':
      return {
        ...NOTHING_YET,
        checks: [{ verdict: 'wrong', title: 'Upload', detail: state.message }],
        wait: 'the upload, which broke',
      }
    case 'checking':
      return {
        ...NOTHING_YET,
        checks: [{ verdict: 'running', title: 'Archive', detail: 'The server reads it from end to end.' }],
        wait: 'the checks',
      }
    case 'unchecked':
      return { ...NOTHING_YET, wait: 'the checks, which could not be made' }
    case 'unfit':
      return {
        ...NOTHING_YET,
        checks: [{ verdict: 'wrong', title: 'The archive cannot be used', detail: state.problem }],
        wait: 'an archive that can be used',
      }
    case 'checked': {
      const { found } = state
      const said = found.checks.map(({ level, ...check }): Check => ({ verdict: level, ...check }))
      const checks = withNameOfNow(said, found.name, verdict)
      const isWrong = checks.some(({ verdict }) => verdict === 'wrong')
      return {
        checks,
        wait: isWrong ? 'an archive without faults' : null,
        send: { archive: true },
      }
    }
  }
}

/** The typed metadata as a subject; what its name means stands before the rest. */
export function subjectOfMetadata(text: string, read: ReadMetadata, ofName: readonly Check[]): Subject {
  const { metadata } = read
  const checks = withName(read, ofName)
  if (text.trim() === '') return { ...NOTHING_YET, wait: 'the metadata' }
  const isWrong = checks.some(({ verdict }) => verdict === 'wrong')
  return {
    checks,
    wait: metadata === null || isWrong ? 'metadata without faults' : null,
    send: metadata && { metadata },
  }
}

/** A name that is none is said once, by the rule that the field has; in faulty metadata a good one is not yet news. */
function withName({ checks, metadata }: ReadMetadata, ofName: readonly Check[]): Check[] {
  const isWrong = ofName.some(({ verdict }) => verdict === 'wrong')
  if (!isWrong) return [...(metadata ? ofName : []), ...checks]
  const where = checks.find(({ title }) => title === 'name')?.where
  return [...ofName.map((check) => ({ ...check, where })), ...checks.filter(({ title }) => title !== 'name')]
}

/** What else Save waits for: whether the name is free must be known. */
export function waitForName({ is }: NameVerdict): string | null {
  if (is === 'asking') return 'the check of the name'
  return is === 'unknown' ? 'the check of the name, which could not be made' : null
}
