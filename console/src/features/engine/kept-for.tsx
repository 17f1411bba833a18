import { workspaceDisplayName } from '@podium/contract/rules/rules.ts'
import { Link } from '@tanstack/react-router'
import { paths } from '../../navigation/paths.ts'
import text from '../../theme/text.module.css'
import { RowName } from '../../ui/table/table-rows.tsx'

interface KeptForProps {
  /** null for what is kept for all workspaces */
  workspace: { workspace_id: string | null; workspace_name: string | null }
  /** tells it apart from the other entries of the workspace */
  sub: string
}

/** Names a row by the workspace that the engine keeps something for. */
export function KeptFor({ workspace: { workspace_id, workspace_name }, sub }: KeptForProps) {
  return (
    <RowName>
      {workspace_id === null ? (
        'All workspaces'
      ) : (
        <Link {...paths.workspace(workspace_id)}>{workspaceDisplayName(workspace_name ?? '')}</Link>
      )}
      <span className={text.sub}>{sub}</span>
    </RowName>
  )
}
