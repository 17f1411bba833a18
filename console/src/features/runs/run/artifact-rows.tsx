import { addressOf } from '@podium/contract/call.ts'
import { type Artifact, readArtifact } from '@podium/contract/run-files.ts'
import type { RunInfo } from '@podium/contract/runs.ts'
import { Download, File, Folder } from 'lucide-react'
import { useState } from 'react'
import { formatFileSize } from '../../../format/file-size.ts'
import { formatNumber } from '../../../format/number.ts'
import { TextButton } from '../../../ui/button/text-button.tsx'
import { TwistButton } from '../../../ui/button/twist-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/drawing/icon.tsx'
import { type TreeRow, treeRows } from './artifact-tree.ts'
import styles from './run-page.module.css'

interface ArtifactRowsProps {
  run: RunInfo
  artifacts: readonly Artifact[]
}

/** Up to so many files every folder stands open at first. */
const FEW = 20
const SHOWN = 200

export function ArtifactRows({ run, artifacts }: ArtifactRowsProps) {
  const [toggled, setToggled] = useState<readonly string[]>([])
  const [limit, setLimit] = useState(SHOWN)
  const openAtFirst = artifacts.length <= FEW
  const isOpen = (path: string) => toggled.includes(path) !== openAtFirst
  const rows = treeRows(artifacts, isOpen)
  const toggle = (path: string) =>
    setToggled((known) => (known.includes(path) ? known.filter((one) => one !== path) : [...known, path]))

  return (
    <>
      <ul className={styles.artifacts}>
        {rows.slice(0, limit).map((row) => (
          <li key={row.path} className={classNames(row.folder && styles.folder)}>
            <span className={styles.artifactName} data-depth={Math.min(row.depth, 5)}>
              {row.folder && (
                <TwistButton
                  open={isOpen(row.path)}
                  label={`Files of ${row.path}`}
                  onToggle={() => toggle(row.path)}
                />
              )}
              <Icon of={row.folder ? Folder : File} className={styles.muted} />
              <span className={styles.cut} title={row.path}>
                {row.name}
              </span>
            </span>
            <span className={styles.size}>{formatFileSize(row.size)}</span>
            <FileLink run={run} row={row} />
          </li>
        ))}
      </ul>
      {rows.length > limit && (
        <p className={styles.none}>
          <TextButton onClick={() => setLimit(limit + 1000)}>
            {formatNumber(rows.length - limit)} more
          </TextButton>
        </p>
      )}
    </>
  )
}

function FileLink({ run, row }: { run: RunInfo; row: TreeRow }) {
  if (row.folder) return <span />
  return (
    <a
      href={addressOf(readArtifact, { params: { id: run.id, path: row.path } })}
      download={row.name}
      aria-label={`Download ${row.path}`}
      title="Download"
      className={styles.fileLink}
    >
      <Icon of={Download} />
    </a>
  )
}
