import { putObject } from '@podium/contract/objects.ts'
import { useRef, useState } from 'react'
import { ApiError, sentenceFor } from '../../../api/api-error.ts'
import { upload } from '../../../api/upload.ts'

export interface Upload {
  id: number
  file: File
  state: 'ready' | 'running' | 'complete' | 'broken'
  /** the one it is sent to; '' before the first try */
  folder: string
  sent: number
  /** when it began, for the speed */
  since: number
  problem: string
  /** a file of that name is there already: it may be replaced */
  exists: boolean
  replace: boolean
}

export type Uploads = ReturnType<typeof useUploads>

const NOT_SENT = { state: 'ready', problem: '', exists: false } as const
const ADDED = { ...NOT_SENT, folder: '', sent: 0, since: 0, replace: false }

/**
 * Files on their way into the bucket of the workspace.
 * @param saved what a lost session had of them: what had arrived is there, everything else is to be sent
 */
export function useUploads(workspace: string, saved: readonly Upload[] = []) {
  const [items, setItems] = useState<readonly Upload[]>(() =>
    saved.map((item) => (item.state === 'complete' ? item : { ...item, ...NOT_SENT })),
  )
  const count = useRef(Math.max(0, ...saved.map(({ id }) => id)))
  const latest = useRef(items)
  const running = useRef<{ id: number; stop: AbortController }>(undefined)

  function set(next: (known: readonly Upload[]) => readonly Upload[]) {
    latest.current = next(latest.current)
    setItems(latest.current)
  }
  function change(id: number, part: Partial<Upload>) {
    set((known) => known.map((item) => (item.id === id ? { ...item, ...part } : item)))
  }

  async function sendOne({ id, file, replace }: Upload, folder: string) {
    const stop = new AbortController()
    running.current = { id, stop }
    change(id, { state: 'running', sent: 0, since: performance.now(), problem: '', exists: false })
    const at = {
      params: { id: workspace, path: `${folder}${file.name}` },
      query: { replace: replace ? '1' : '0' },
    } as const
    try {
      await upload(putObject, at, file, {
        onProgress: (sent) => change(id, { sent }),
        signal: stop.signal,
      })
      change(id, { state: 'complete', sent: file.size })
    } catch (error) {
      const exists = error instanceof ApiError && error.status === 409
      const problem = exists ? `${file.name} is there already.` : sentenceFor(error)
      change(id, { state: 'broken', problem, exists })
    }
    running.current = undefined
  }

  return {
    items,
    add(files: readonly File[]) {
      const added = files.map((file): Upload => {
        count.current += 1
        return { ...ADDED, id: count.current, file }
      })
      const names = new Set(files.map(({ name }) => name))
      set((known) => [...known.filter(({ file }) => !names.has(file.name)), ...added])
    },
    /** Takes a file out of the list; one under way is broken off. */
    remove(id: number) {
      if (running.current?.id === id) running.current.stop.abort()
      set((known) => known.filter((item) => item.id !== id))
    },
    /** The next try may replace the file that is there. */
    allowReplace: (id: number) => change(id, { replace: true, state: 'ready', problem: '' }),
    /** Sends what is not there yet, one file after the other; whether all of it is there then. */
    async send(folder: string): Promise<boolean> {
      // Files that went elsewhere before are sent again.
      set((known) =>
        known.map((item) => (item.folder === folder ? item : { ...item, folder, state: 'ready' })),
      )
      for (const item of latest.current)
        if (item.state !== 'complete' && latest.current.some(({ id }) => id === item.id))
          await sendOne(item, folder)
      return latest.current.every(({ state }) => state === 'complete')
    },
  }
}
