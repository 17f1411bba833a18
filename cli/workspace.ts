import { listWorkspaces, type Workspace } from '@podium/contract/workspaces.ts'
import { call } from './client.ts'
import type { Connection } from './connection.ts'
import { say } from './said.ts'

/** The workspace a command works in: the one named, else the only one there is. */
export async function chooseWorkspace(connection: Connection, named: string | undefined): Promise<Workspace> {
  const { workspaces } = await call(connection, listWorkspaces, { query: { page_size: 1000 } })
  if (named !== undefined) {
    const found = workspaces.find((workspace) =>
      [workspace.id, workspace.name, workspace.display_name].includes(named),
    )
    return found ?? say(`There is no workspace '${named}' that you may see.`)
  }
  const [only, ...others] = workspaces
  if (!only) return say('There is no workspace yet. Make one in the console.')
  if (others.length > 0)
    return say(
      `Name the workspace with --workspace: ${workspaces.map((workspace) => workspace.display_name).join(', ')}.`,
    )
  return only
}
