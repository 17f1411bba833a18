import type { Solution } from '@podium/contract/solutions.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../navigation/paths.ts'
import { RowName } from '../../../ui/table/row-name.tsx'
import { useIsPhone } from '../../../ui/use-is-phone.ts'
import { briefOf } from './brief.ts'

/** The name of a solution. On a phone one line below it stands for the columns that have no room. */
export function SolutionName({ of: solution }: { of: Solution }) {
  const { id, solution_name, workspace_id: ws, created_by } = solution
  const brief = [briefOf(solution), created_by].filter(Boolean).join(' · ')
  return (
    <RowName sub={useIsPhone() ? brief : undefined}>
      <Link {...paths.solution(id, { ws })} title={solution_name}>
        {solution_name}
      </Link>
    </RowName>
  )
}
