import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { Link } from '@tanstack/react-router'
import { countOf } from '../../../format/number.ts'
import { useAddress } from '../../../navigation/use-address.ts'
import { Note } from '../../../ui/feedback/note.tsx'
import { RunLink } from '../../runs/components/run-link.tsx'
import { usePackages } from './use-packages.ts'

/** Says that a run had other packages than the run that it repeats. */
export function PackagesDiffer({ run }: { run: RunInfo }) {
  const { targetWith } = useAddress()
  const { data } = usePackages(run)
  if (!data?.compared_with || data.compared_with.id !== run.retry_of || data.differences.length === 0)
    return null
  const { compared_with: other, differences } = data
  return (
    <Note tone="info" live>
      {countOf(differences.length, 'package')} {differences.length === 1 ? 'differs' : 'differ'} from{' '}
      <RunLink run={other} />, which this run repeats.{' '}
      <Link {...targetWith({ tab: 'packages' })} replace resetScroll={false}>
        Show packages
      </Link>
    </Note>
  )
}
