import { Link } from '@tanstack/react-router'
import { paths } from '../../../navigation/paths.ts'
import { useWorkspace } from '../../../session/use-session.ts'

export function RunLink({ run }: { run: { id: string; name: string } }) {
  const { id: ws } = useWorkspace()
  return (
    <Link {...paths.run(run.id, { ws })} title={run.name}>
      {run.name}
    </Link>
  )
}
