import { addressOf } from '@podium/contract/call.ts'
import {
  type Artifact,
  type ArtifactPreview,
  previewArtifact,
  readArtifact,
  showArtifact,
} from '@podium/contract/run-files.ts'
import type { RunInfo } from '@podium/contract/runs.ts'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { q } from '../../../api/query.ts'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { formatFileSize } from '../../../format/file-size.ts'
import { countOf } from '../../../format/number.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { LinkButton } from '../../../ui/button/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { CodeBlock } from '../../../ui/code/code-block.tsx'
import { Prose } from '../../../ui/code/prose.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { SegmentedControl } from '../../../ui/form/radio-group.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { CellsTable } from './cells-table.tsx'
import styles from './run-page.module.css'

const WORDS = { loading: 'Loading the file', failed: 'The file could not be read' }

/** One file of the run, looked at without taking it away: a picture, a table, a text, or a document without rights. */
export function ArtifactView({ run, artifact }: { run: RunInfo; artifact: Artifact }) {
  const params = { id: run.id, path: artifact.path }
  const query = useQuery(q(previewArtifact, { params }))
  const [asSource, setAsSource] = useState(false)
  const preview = query.data
  const isMarkdown = preview?.kind === 'text' && preview.language === 'markdown'
  return (
    <Card
      title={artifact.path.split('/').at(-1) ?? artifact.path}
      note={noteOf(artifact, preview)}
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
          <LinkButton
            small
            icon={Download}
            href={addressOf(readArtifact, { params, query: { direct: '1' } })}
            download={artifact.path.split('/').at(-1)}
          >
            Download
          </LinkButton>
        </>
      }
      flush={preview?.kind === 'table'}
    >
      {preview
        ? shownAs(preview, artifact, addressOf(showArtifact, { params }), asSource)
        : queryPlaceholder(query, WORDS, { rows: 8 })}
    </Card>
  )
}

function noteOf({ size }: Artifact, preview: ArtifactPreview | undefined): string {
  const bytes = formatFileSize(size)
  if (preview?.kind === 'image') return `${preview.width} × ${preview.height}, ${bytes}`
  if (preview?.kind !== 'table') return bytes
  const rows = countOf(preview.rows.length, 'row')
  return `${preview.more ? `first ${rows}` : rows}, ${bytes}`
}

function shownAs(preview: ArtifactPreview, { path }: Artifact, address: string, asSource: boolean) {
  switch (preview.kind) {
    case 'table':
      return <CellsTable name={path} columns={preview.columns} rows={preview.rows} more={preview.more} />
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
        <div className={layout.stackTight}>
          {preview.language === 'markdown' && !asSource ? (
            <Prose text={preview.text} />
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

/** A page of the run's own. It runs no script and loads nothing, whatever it says. */
function DocumentFrame({ path, address }: { path: string; address: string }) {
  const isPaper = /\.pdf$/i.test(path)
  return (
    <div className={layout.stackTight}>
      <iframe
        title={path}
        src={address}
        sandbox=""
        referrerPolicy="no-referrer"
        className={styles.document}
      />
      <p className={classNames(text.note)}>
        {isPaper
          ? 'If your browser does not show the PDF here, download it.'
          : 'Scripts and content from other places are left out here. The download is complete.'}
      </p>
    </div>
  )
}
