import type { ArtifactPreview, NotebookCell } from '@podium/contract/calls/run-files.ts'
import { countOf } from '../../format/number.ts'
import text from '../../theme/text.module.css'
import { classNames } from '../../ui/class-names.ts'
import type { FilesBeside } from '../../ui/code/markdown.tsx'
import { Prose } from '../../ui/code/prose.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import styles from './notebook-view.module.css'
import { PartView, Written } from './part-view.tsx'

interface NotebookViewProps {
  path: string
  notebook: Extract<ArtifactPreview, { kind: 'notebook' }>
  beside: FilesBeside
}

/** Shows the cells of a notebook with their outputs. No script of it runs. */
export function NotebookView({ path, notebook: { cells, more }, beside }: NotebookViewProps) {
  if (cells.length === 0) return <EmptyState title="Not shown here">This notebook has no cells.</EmptyState>
  return (
    <>
      <ol className={styles.cells} aria-label={`Cells of ${path}`}>
        {cells.map((cell, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
          <Cell key={at} cell={cell} place={at + 1} beside={beside} />
        ))}
      </ol>
      {more && (
        <p className={classNames(text.note, styles.end)}>
          Only its first {countOf(cells.length, 'cell')} are shown here. The download is complete.
        </p>
      )}
    </>
  )
}

interface CellProps {
  cell: NotebookCell
  /** counted from 1 */
  place: number
  beside: FilesBeside
}

function Cell({ cell, place, beside }: CellProps) {
  const { kind, number, outputs } = cell
  if (kind === 'markdown')
    return (
      <li>
        <div>
          <Prose text={cell.text} beside={beside} />
          {cell.more && <p className={text.note}>Only the beginning of this cell is shown here.</p>}
        </div>
      </li>
    )
  return (
    <li className={styles.numbered}>
      <span translate="no" className={styles.number}>
        {kind === 'code' && `[${number ?? ' '}]`}
      </span>
      <div>
        {cell.text !== '' && (
          <div className={styles.source}>
            <Written label={`${kind === 'code' ? 'Code' : 'Text'} of cell ${place}`} {...cell} />
          </div>
        )}
        {outputs.map((part, at) => (
          <PartView
            // biome-ignore lint/suspicious/noArrayIndexKey: an output is its place
            key={at}
            label={outputs.length === 1 ? `Output of cell ${place}` : `Output ${at + 1} of cell ${place}`}
            part={part}
          />
        ))}
      </div>
    </li>
  )
}
