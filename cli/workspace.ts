import { listWorkspaces, type Workspace } from '@podium/contract/calls/workspaces.ts'
import { fail } from './cli-error.ts'
import { call } from './client.ts'
import type { Connection } from './connection.ts'
import { findInList } from './find-in-list.ts'

/** Returns the workspace for a command: the named one, else the only one. */
export async function chooseWorkspace(connection: Connection, named: string | undefined): Promise<Workspace> {
  if (named !== undefined) return findWorkspace(connection, named)
  const { workspaces } = await call(connection, listWorkspaces, { query: { page_size: 1000 } })
  const [only, ...others] = workspaces
  if (!only) return fail('There is no workspace yet. Create one in the console.')
  if (others.length > 0)
    return fail(
      `Name the workspace with --workspace: ${workspaces.map((workspace) => workspace.display_name).join(', ')}.`,
    )
  return only
}

async function findWorkspace(connection: Connection, named: string): Promise<Workspace> {
  const found = await findInList(
    async (page) => {
      const { workspaces, total } = await call(connection, listWorkspaces, { query: page })
      return { items: workspaces, total }
    },
    ({ id, name, display_name }) => [id, name, display_name].includes(named),
  )
  return found ?? fail(`There is no workspace '${named}' that you may see.`)
}
