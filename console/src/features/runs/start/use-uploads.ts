import { useRef, useState } from 'react'
import { ApiError, sentenceFor } from '../../../api/api-error.ts'
import { uploadFile } from '../../../api/upload-file.ts'

export interface Upload {
  file: File
  state: 'ready' | 'running' | 'complete' | 'broken'
  /** the target folder; '' before the first try */
  folder: string
  sent: number
  /** when the upload began, for the speed */
  since: number
  problem: string
  /** true if a file of that name exists and may be replaced */
  exists: boolean
  replace: boolean
}

export type Uploads = ReturnType<typeof useUploads>

const NOT_SENT = { state: 'ready', problem: '', exists: false } as const
const ADDED = { ...NOT_SENT, folder: '', sent: 0, since: 0, replace: false }

/**
 * Uploads files into the bucket of the workspace.
 * @param saved the files of a lost session; incomplete ones are sent again
 */
export function useUploads(workspace: string, saved: readonly Upload[] = []) {
  const [items, setItems] = useState<readonly Upload[]>(() =>
    saved.map((item) => (item.state === 'complete' ? item : { ...item, ...NOT_SENT })),
  )
  const latest = useRef(items)
  const running = useRef<{ file: File; stop: AbortController }>(undefined)

  function set(next: readonly Upload[]) {
    latest.current = next
    setItems(next)
  }
  function change(file: File, part: Partial<Upload>) {
    set(latest.current.map((item) => (item.file === file ? { ...item, ...part } : item)))
  }

  async function sendOne({ file, replace }: Upload, folder: string) {
    const stop = new AbortController()
    running.current = { file, stop }
    change(file, { state: 'running', sent: 0, since: performance.now(), problem: '', exists: false })
    const at = { workspace, path: `${folder}${file.name}`, replace }
    try {
      await uploadFile(at, file, {
        onProgress: (sent) => change(file, { sent }),
        signal: stop.signal,
      })
      change(file, { state: 'complete', sent: file.size })
    } catch (error) {
      const exists =
        error instanceof ApiError && error.status === 409 && / already exists\./.test(sentenceFor(error))
      const problem = exists ? `${file.name} already exists.` : sentenceFor(error)
      change(file, { state: 'broken', problem, exists })
    }
    running.current = undefined
  }

  return {
    items,
    /** Adds files; they replace others of the same name. */
    add(files: readonly File[]) {
      const others = latest.current.filter((item) => files.every(({ name }) => name !== item.file.name))
      set([...others, ...files.map((file) => ({ ...ADDED, file }))])
    },
    /** Removes a file, and aborts its upload. */
    remove(file: File) {
      if (running.current?.file === file) running.current.stop.abort()
      set(latest.current.filter((item) => item.file !== file))
    },
    /** Allows the next try to replace the existing file. */
    allowReplace: (file: File) => change(file, { replace: true, state: 'ready', problem: '' }),
    /** Uploads the incomplete files one after the other. Returns true if all are complete then. */
    async send(folder: string): Promise<boolean> {
      // Files that were sent to another folder are sent again.
      set(latest.current.map((item) => (item.folder === folder ? item : { ...item, folder, state: 'ready' })))
      for (const item of latest.current)
        if (item.state !== 'complete' && latest.current.some(({ file }) => file === item.file))
          await sendOne(item, folder)
      return latest.current.every(({ state }) => state === 'complete')
    },
  }
}
