import { levelOf } from '@podium/contract/rules/log-levels.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { vi } from 'vitest'
import { SnackbarProvider } from '../../../ui/feedback/snackbar.tsx'
import { RUNNING, runCalled } from '../../runs/testing/sample-objects.ts'
import type { LineRange } from '../components/line-range.ts'
import type { LogSource, Wanted } from '../log-source.ts'
import { LogViewer } from '../log-viewer.tsx'

/** Stubs ResizeObserver. Without layout in jsdom, the viewer keeps its initial height of 19 rows. */
export function withoutMeasuring(): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
}

export const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`)

function isWanted(line: string, wanted: Wanted): boolean {
  if ('level' in wanted) return levelOf(line)?.level === wanted.level
  return line.toLowerCase().includes(wanted.q.toLowerCase())
}

/** A log in memory, and a function that appends to it as its run would. */
export function sourceOf(lines: string[], changes: Partial<LogSource> = {}) {
  const text = () => lines.map((line) => `${line}\n`).join('')
  let onLines: (offset: number, text: string) => void = () => {}
  const source: LogSource = {
    key: 'run-1 1 process',
    type: 'process',
    async index(from) {
      let size = 0
      const offsets: number[] = []
      for (const [at, line] of lines.entries()) {
        if (at % 10 === 0 && at >= from) offsets.push(size)
        size += line.length + 1
      }
      return { size, lines: lines.length, every: 10, from, offsets }
    },
    bytes: async (from, to) => new TextEncoder().encode(text()).slice(from, to),
    search: async (wanted) => ({
      hits: lines.flatMap((line, at) =>
        isWanted(line, wanted) ? [{ line: at, offset: 0, text: line }] : [],
      ),
      more: false,
    }),
    follow(_from, lines) {
      onLines = lines
      return () => {}
    },
    downloadUrl: '/log',
    fileName: 'run-1-process.log',
    ...changes,
  }
  const write = (line: string) => {
    const offset = text().length
    lines.push(line)
    onLines(offset, `${line}\n`)
  }
  return { source, write }
}

interface LogPageProps {
  source: LogSource
  live?: boolean
  from?: LineRange | null
}

export function LogPage({ source, live = false, from = null }: LogPageProps) {
  const [marked, setMarked] = useState(from)
  const [queries] = useState(() => new QueryClient())
  return (
    <QueryClientProvider client={queries}>
      <SnackbarProvider>
        <LogViewer
          run={runCalled('line-3-12', live ? RUNNING : {})}
          source={source}
          marked={marked}
          onMark={setMarked}
        />
      </SnackbarProvider>
    </QueryClientProvider>
  )
}
