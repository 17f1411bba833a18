import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Returns the headers of calls as this machine's own administrator. */
export async function hostHeaders(home: string): Promise<Record<string, string>> {
  const token = await readFile(join(home, 'host-token'), 'utf8')
  return { authorization: `Bearer ${token.trim()}` }
}

export async function makeWorkspace(address: string, headers: Record<string, string>): Promise<string> {
  const made = await fetch(`${address}/api/v1/workspaces`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name: 'uploads', s3_bucket_name: 'uploads' }),
  })
  if (!made.ok) throw new Error(`The workspace of the measurement was not made: ${await made.text()}`)
  const { id } = (await made.json()) as { id: string }
  return `${address}/api/v1/workspaces/${id}/objects`
}
