import { readRun } from '@podium/contract/calls/runs.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { q } from '../../api/query.ts'
import { formatVersion } from '../../format/version.ts'
import { paths } from '../../navigation/paths.ts'
import { RunLink } from '../runs/components/run-link.tsx'

/** Links to a run by its name, or to its model by the model's name. */
export function OtherRun({ id, asModel }: { id: string; asModel?: boolean }) {
  const { data, error } = useQuery(q(readRun, { params: { id } }))
  if (error) return 'a run that was deleted'
  if (!data) return '…'
  if (!asModel || data.model_version === '') return <RunLink run={data} />
  return (
    <Link {...paths.model(id, { ws: data.workspace_id })}>
      {data.stream_name} {formatVersion(data.model_version)}
    </Link>
  )
}
