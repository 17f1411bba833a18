import { createHash } from 'node:crypto'
import { startPodium } from './podium-server.ts'
import { interleave, median, medianRatio, printFigures } from './rounds.ts'
import { inTemporaryHome } from './temporary-home.ts'
import { send } from './upload/send.ts'
import { atMost, type Verdict } from './verdict.ts'
import { hostHeaders, makeWorkspace } from './workspace.ts'

const MIB = 1024 ** 2
const SMALL = 5 * MIB
const LARGE = 4096 * MIB
/** Whole rows. */
const PIECE = Buffer.alloc(MIB, '1,2026-10-10,42\n')
const ROUNDS = 20
const LIMIT_MS = 300
const MAX_RATIO = 3

/** Measures the preview of a CSV of 4 GiB in the built server, beside one that reads all but the end of the file. */
export async function measureDataSetPreview(): Promise<Verdict[]> {
  return inTemporaryHome(async (home) => {
    const server = await startPodium(home)
    try {
      const headers = { ...(await hostHeaders(home)), 'content-type': 'application/json' }
      const api = `${server.address}/api/v1/data-sets`
      const workspace = (await makeWorkspace(server.address, headers)).split('/').at(-2) ?? ''
      const set = await post(`${api}?workspace_id=${workspace}`, headers, { name: 'sales' })
      const upload = await post(`${api}/${set.id}/versions`, headers, {})
      const at = `${api}/${set.id}/uploads/${upload.upload}`
      for (const [path, size] of [
        ['small.csv', SMALL],
        ['large.csv', LARGE],
      ] as const) {
        const sha256 = hashOf(size)
        await post(`${at}/files`, headers, { files: [{ path, size, sha256 }] })
        await send(`${at}/contents/${sha256}`, size, headers, PIECE)
      }
      await post(`${at}/commit`, headers)
      const preview = (path: string) => timeOf(`${api}/${set.id}/versions/1/previews/${path}`, headers)
      await preview('small.csv')
      await preview('large.csv')
      const figures = await interleave(ROUNDS, {
        'preview of 5 MiB': () => preview('small.csv'),
        'preview of 4 GiB': () => preview('large.csv'),
      })
      printFigures('ms', figures)
      const [small = [], large = []] = Object.values(figures)
      return [
        atMost('preview of 4 GiB, held against 5 MiB', medianRatio(large, small), MAX_RATIO, '×'),
        atMost('preview of 4 GiB', median(large), LIMIT_MS, 'ms'),
      ]
    } finally {
      await server.stop()
    }
  })
}

function hashOf(size: number): string {
  const hash = createHash('sha256')
  for (let at = 0; at < size; at += MIB) hash.update(PIECE)
  return hash.digest('hex')
}

async function post(
  address: string,
  headers: Record<string, string>,
  body: object = {},
): Promise<Record<string, string>> {
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, string>
}

async function timeOf(address: string, headers: Record<string, string>): Promise<number> {
  const began = performance.now()
  const answer = await fetch(address, { headers })
  const { kind } = (await answer.json()) as { kind?: string }
  if (kind !== 'table') throw new Error(`${address} showed ${kind} instead of a table.`)
  return performance.now() - began
}
