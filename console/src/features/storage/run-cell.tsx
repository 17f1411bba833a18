import type { RetainedRun } from '@podium/contract/calls/retention.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../../navigation/paths.ts'
import { RowName } from '../../ui/table/table-rows.tsx'

interface RunCellProps {
  of: Pick<RetainedRun, 'run_id' | 'run_name' | 'solution_name' | 'stream_name' | 'model_name'>
  /** the id of the run's workspace */
  ws: string
}

/** A run by name, with its solution, its stream, and its model if that is in the trash too. */
export function RunCell({ of: { run_id, run_name, model_name, ...names }, ws }: RunCellProps) {
  const { solution_name, stream_name } = names
  return (
    <RowName
      sub={[solution_name, stream_name, model_name && `model ${model_name}`].filter(Boolean).join(', ')}
    >
      <Link {...paths.run(run_id, { ws })}>{run_name}</Link>
    </RowName>
  )
}
