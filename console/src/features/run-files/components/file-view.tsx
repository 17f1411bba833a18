import type { ArtifactPreview } from '@podium/contract/calls/run-files.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { formatFileSize } from '../../../format/file-size.ts'
import { countOf } from '../../../format/number.ts'
import { spelledOut } from '../../../format/spelled-out.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { LinkButton } from '../../../ui/button/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { CodeBlock } from '../../../ui/code/code-block.tsx'
import type { FilesBeside } from '../../../ui/code/markdown.tsx'
import { Prose } from '../../../ui/code/prose.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { SegmentedControl } from '../../../ui/form/radio-group.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { lazyPart } from '../../../ui/lazy/lazy.tsx'
import { CellsTable } from '../cells-table.tsx'
import { pathBeside } from '../path-beside.ts'
import styles from './file-view.module.css'

const ArraysView = lazyPart(async () => (await import('../arrays-view.tsx')).ArraysView)
const EventsView = lazyPart(async () => (await import('../events-view.tsx')).EventsView)
const NotebookView = lazyPart(async () => (await import('../notebook-view.tsx')).NotebookView)
const Player = lazyPart(async () => (await import('../player.tsx')).Player)

interface ShownFile {
  path: string
  size: number
}

interface FileViewProps {
  file: ShownFile
  query: UseQueryResult<ArtifactPreview>
  /** the address for downloading the file */
  download: string
  /** returns the address of a neighbouring file's content, for display */
  shownAt: (path: string) => string
  /** returns the address of the page that shows a neighbouring file */
  pageAt: (path: string) => string
}

/** Previews a file: a picture, a table, a text, a notebook, arrays, a sound, a film, or a sandboxed document. */
export function FileView({ file, query, download, shownAt, pageAt }: FileViewProps) {
  const beside: FilesBeside = (address) => {
    const path = pathBeside(file.path, address)
    return path === null ? null : { picture: shownAt(path), page: pageAt(path) }
  }
  const [asSource, setAsSource] = useState(false)
  const preview = query.data
  const isMarkdown = preview?.kind === 'text' && preview.language === 'markdown'
  return (
    <Card
      title={spelledOut(file.path.split('/').at(-1) ?? file.path)}
      note={noteOf(file, preview)}
      trailing={
        <>
          {isMarkdown && (
            <SegmentedControl
              label="Show"
              value={asSource ? 'source' : 'read'}
              onChange={(chosen) => setAsSource(chosen === 'source')}
              segments={[
                { value: 'read', label: 'Read' },
                { value: 'source', label: 'Source' },
              ]}
            />
          )}
          <LinkButton icon={Download} small href={download} download={file.path.split('/').at(-1)}>
            Download
          </LinkButton>
        </>
      }
      flush={preview?.kind === 'table' || preview?.kind === 'arrays'}
    >
      {preview
        ? shownAs(preview, { path: file.path, address: shownAt(file.path), asSource, beside })
        : queryPlaceholder(query, 'the file', { rows: 8 })}
    </Card>
  )
}

function noteOf({ size }: ShownFile, preview: ArtifactPreview | undefined): string {
  const words = preview && wordsOf(preview)
  return [words, formatFileSize(size)].filter(Boolean).join(', ')
}

function wordsOf(preview: ArtifactPreview): string | undefined {
  if (preview.kind === 'image') return `${preview.width} × ${preview.height}`
  if (preview.kind === 'notebook') return countOf(preview.cells.length, 'cell')
  if (preview.kind === 'arrays') return countOf(preview.arrays.length, 'array')
  if (preview.kind !== 'table') return undefined
  if (preview.row_count !== undefined) return countOf(preview.row_count, 'row')
  const rows = countOf(preview.rows.length, 'row')
  return preview.more ? `first ${rows}` : rows
}

interface Shown {
  path: string
  /** the address of the file's content */
  address: string
  asSource: boolean
  beside: FilesBeside
}

function shownAs(preview: ArtifactPreview, { path, address, asSource, beside }: Shown) {
  switch (preview.kind) {
    case 'table':
      return <CellsTable name={path} table={preview} />
    case 'arrays':
      return fetched(<ArraysView key={path} path={path} file={preview} />)
    case 'events':
      return fetched(<EventsView key={path} file={preview} />)
    case 'notebook':
      return fetched(<NotebookView key={path} path={path} notebook={preview} beside={beside} />)
    case 'audio':
    case 'video':
      return fetched(<Player key={path} kind={preview.kind} path={path} address={address} />)
    case 'image':
      return (
        <div className={styles.picture}>
          <img src={address} width={preview.width} height={preview.height} alt={path} />
        </div>
      )
    case 'document':
      return <DocumentFrame path={path} address={address} />
    case 'text':
      return (
        <div className={classNames(layout.stackTight, styles.text)}>
          {preview.language === 'markdown' && !asSource ? (
            <Prose key={path} text={preview.text} beside={beside} />
          ) : (
            <CodeBlock label={`Text of ${path}`} code={preview.text} />
          )}
          {preview.more && <p className={text.note}>Only its first 256 KiB are shown here.</p>}
        </div>
      )
    case 'none':
      return <EmptyState title="Not shown here">{preview.detail}</EmptyState>
  }
}

/** Shows grey rows until the code of a rarer kind of preview has arrived. */
function fetched(part: ReactNode) {
  return <Suspense fallback={<SkeletonRows label="Loading the file" rows={8} />}>{part}</Suspense>
}

/** Shows an untrusted document in a sandbox, in which it can run no script and load nothing. */
function DocumentFrame({ path, address }: { path: string; address: string }) {
  return (
    <div className={layout.stackTight}>
      <iframe
        title={path}
        src={address}
        sandbox=""
        referrerPolicy="no-referrer"
        className={styles.document}
      />
      <p className={text.note}>
        Scripts and content from other places are left out here. The download is complete.
      </p>
    </div>
  )
}
