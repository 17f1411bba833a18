import {
  type Artifact,
  modelFileName,
  readArtifact,
  readArtifactArchive,
} from '@podium/contract/calls/run-files.ts'
import type { RunInfo } from '@podium/contract/calls/runs.ts'
import { isLive } from '@podium/contract/rules/run-state.ts'
import { Link } from '@tanstack/react-router'
import { Check, Download, File, Folder, Play } from 'lucide-react'
import { useState } from 'react'
import { addressOf } from '../../api/address-of.ts'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import { formatFileSize } from '../../format/file-size.ts'
import { countOf, formatNumber } from '../../format/number.ts'
import { spelledOut } from '../../format/spelled-out.ts'
import { formatVersion } from '../../format/version.ts'
import { ButtonLink } from '../../navigation/button-link.tsx'
import { paths } from '../../navigation/paths.ts'
import { useAddress } from '../../navigation/use-address.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { LinkButton, TextButton } from '../../ui/button/button.tsx'
import { IconLink } from '../../ui/button/icon-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/drawing/icon.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { TwistButton } from '../../ui/table/table-rows.tsx'
import styles from './artifacts-card.module.css'
import { ModelFiles } from './components/model-files.tsx'
import { useArtifacts } from './components/use-artifacts.ts'

const NOTE = classNames(text.small, text.muted, layout.inset)

/**
 * Lists the files of the run, to open and to download, one by one or all at once; the model comes first.
 * @param shown the path of the open file
 */
export function ArtifactsCard({ run, shown }: { run: RunInfo; shown: string | undefined }) {
  const params = { id: run.id }
  const query = useArtifacts(run)
  const { artifacts, total_bytes } = query.data ?? {}
  const hasFiles = artifacts !== undefined && artifacts.length > 0
  return (
    <Card
      title="Artifacts"
      note={hasFiles && `${countOf(artifacts.length, 'file')}, ${formatFileSize(total_bytes)}`}
      trailing={
        hasFiles && (
          <LinkButton
            icon={Download}
            small
            href={addressOf(readArtifactArchive, { params })}
            download={`${run.name}.tar.gz`}
          >
            Download all
          </LinkButton>
        )
      }
      flush
    >
      {!artifacts && queryPlaceholder(query, 'artifacts', { rows: 3 })}
      {hasFiles && (
        <>
          <ModelPart run={run} artifacts={artifacts} />
          <ArtifactRows run={run} artifacts={artifacts} shown={shown} />
        </>
      )}
      {artifacts?.length === 0 && (
        <p className={NOTE}>
          {isLive(run.state)
            ? 'None yet. They appear here while the run writes them.'
            : 'The run produced no files.'}
        </p>
      )}
    </Card>
  )
}

interface FilesProps {
  run: RunInfo
  artifacts: readonly Artifact[]
}

/** The model of a successful training run, with a link to use it. The head of the page has its download. */
function ModelPart({ run, artifacts }: FilesProps) {
  const files = artifacts.filter(({ path }) => path.startsWith('model/'))
  if (run.state !== 'succeeded' || run.model_version === '' || files.length === 0) return null
  const use = { stream: run.stream_id, pipeline: 'inference', model: run.id, ws: run.workspace_id }
  return (
    <div className={styles.model}>
      <Icon of={Check} className={text.green} />
      <div className={classNames(layout.wrap, layout.grow)}>
        <div>
          <b className={text.strong}>Model {formatVersion(run.model_version)}</b>
          <span className={text.sub}>
            <ModelFiles files={files.length} archive={modelFileName(run)} />
          </span>
        </div>
        <ButtonLink {...paths.newRun(use)} kind="primary">
          <Icon of={Play} />
          Use this model
        </ButtonLink>
      </div>
    </div>
  )
}

/** Up to this many files, all folders are open at first. */
const FEW = 20
const SHOWN = 200

function ArtifactRows({ run, artifacts, shown }: FilesProps & { shown: string | undefined }) {
  const { targetWith } = useAddress()
  const [toggled, setToggled] = useState<readonly string[]>([])
  const [limit, setLimit] = useState(SHOWN)
  const openAtFirst = artifacts.length <= FEW
  const isOpen = (path: string) => toggled.includes(path) !== openAtFirst
  const rows = treeRows(artifacts, isOpen)
  const toggle = (path: string) =>
    setToggled((known) => (known.includes(path) ? known.filter((one) => one !== path) : [...known, path]))

  return (
    <>
      <ul className={classNames(text.small, styles.artifacts)}>
        {rows.slice(0, limit).map(({ path, name, depth, size, folder }) => (
          <li key={path} className={classNames(folder && text.strong, path === shown && styles.shown)}>
            <span className={layout.row} style={{ paddingLeft: 24 * Math.min(depth, 5) + (folder ? 0 : 32) }}>
              {folder && (
                <TwistButton open={isOpen(path)} label={`Files of ${path}`} onToggle={() => toggle(path)} />
              )}
              <Icon of={folder ? Folder : File} className={text.muted} />
              {folder ? (
                <span translate="no" className={text.cut} title={path}>
                  {spelledOut(name)}
                </span>
              ) : (
                <Link
                  translate="no"
                  {...targetWith({ tab: 'artifacts', file: path })}
                  replace
                  resetScroll={false}
                  className={text.cut}
                  title={path}
                  aria-current={path === shown ? 'true' : undefined}
                >
                  {spelledOut(name)}
                </Link>
              )}
            </span>
            <span className={classNames(text.muted, text.number)}>{formatFileSize(size)}</span>
            {!folder && (
              <IconLink
                icon={Download}
                label={`Download ${path}`}
                href={addressOf(readArtifact, { params: { id: run.id, path }, query: { direct: '1' } })}
                download={name}
              />
            )}
          </li>
        ))}
      </ul>
      {rows.length > limit && (
        <p className={NOTE}>
          <TextButton onClick={() => setLimit(limit + 1000)}>
            {formatNumber(rows.length - limit)} more
          </TextButton>
        </p>
      )}
    </>
  )
}

/** A row of the tree: a file, or a folder with its total size. */
interface TreeRow {
  /** the full path; a folder's ends in '/' */
  path: string
  name: string
  depth: number
  size: number
  folder: boolean
}

/**
 * Returns the visible rows of the tree in order, folders before files.
 * @param isOpen true if the folder of that path is open
 */
export function treeRows(
  artifacts: readonly Artifact[],
  isOpen: (path: string) => boolean,
  prefix = '',
  depth = 0,
): TreeRow[] {
  const folders = new Map<string, Artifact[]>()
  const files: TreeRow[] = []
  for (const artifact of artifacts) {
    const { path, size } = artifact
    const name = path.slice(prefix.length)
    const end = name.indexOf('/')
    if (end < 0) files.push({ path, name, depth, size, folder: false })
    else {
      const folder = prefix + name.slice(0, end + 1)
      const known = folders.get(folder)
      if (known) known.push(artifact)
      else folders.set(folder, [artifact])
    }
  }
  const inFolders = [...folders]
    .sort(([one], [other]) => one.localeCompare(other))
    .flatMap(([path, known]) => {
      const row = { path, name: path.slice(prefix.length, -1), depth, size: sizeOf(known), folder: true }
      return isOpen(path) ? [row, ...treeRows(known, isOpen, path, depth + 1)] : [row]
    })
  return [...inFolders, ...files.sort((one, other) => one.path.localeCompare(other.path))]
}

function sizeOf(artifacts: readonly Artifact[]): number {
  return artifacts.reduce((sum, { size }) => sum + size, 0)
}
