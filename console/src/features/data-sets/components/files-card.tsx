import {
  type DataSetFile,
  listDataSetFiles,
  previewDataSetFile,
  readDataSetFile,
  showDataSetFile,
} from '@podium/contract/calls/data-set-files.ts'
import type { DataSet, DataSetVersionInfo } from '@podium/contract/calls/data-sets.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download, File, X } from 'lucide-react'
import { useState } from 'react'
import { addressOf } from '../../../api/address-of.ts'
import { q } from '../../../api/query.ts'
import { queryPlaceholder } from '../../../api/query-placeholder.tsx'
import { formatFileSize } from '../../../format/file-size.ts'
import { countOf } from '../../../format/number.ts'
import { spelledOut } from '../../../format/spelled-out.ts'
import { hrefOf } from '../../../navigation/target.ts'
import { useAddress } from '../../../navigation/use-address.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { IconButton, IconLink } from '../../../ui/button/icon-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/drawing/icon.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { CursorPagination } from '../../../ui/table/cursor-pagination.tsx'
import { PAGE_SIZES } from '../../../ui/table/pagination.tsx'
import { SearchField } from '../../../ui/table/toolbar.tsx'
import { FileView } from '../../run-files/components/file-view.tsx'
import styles from './data-sets.module.css'

/** Lists the files of the version in pages, to download and to open; the open file is shown below the list. */
export function FilesCard({ dataSet, version }: { dataSet: DataSet; version: DataSetVersionInfo }) {
  const { search, targetWith, change } = useAddress()
  const [typed, setTyped] = useState('')
  const [pageSize, setPageSize] = useState<number>(PAGE_SIZES[0])
  /** the cursors of the pages opened so far; the last one is the current page's */
  const [cursors, setCursors] = useState<readonly string[]>([])
  const params = { id: dataSet.id, n: version.version }
  const after = cursors.at(-1)
  const query = useQuery({
    ...q(listDataSetFiles, { params, query: { after, page_size: pageSize, q: typed || undefined } }),
    placeholderData: keepPreviousData,
  })
  const { files, next_cursor = null } = query.data ?? {}
  const shown = search.file
  const hasPages = version.files > PAGE_SIZES[0]
  return (
    <>
      <Card title="Files" note={`${countOf(version.files, 'file')}, ${formatFileSize(version.size)}`} flush>
        {hasPages && (
          <div className={styles.search}>
            <SearchField
              label="Search files"
              placeholder="Search path"
              value={typed}
              onChange={(next) => {
                setTyped(next)
                setCursors([])
              }}
            />
          </div>
        )}
        {!files && queryPlaceholder(query, 'files', { rows: 5 })}
        {files?.length === 0 && (
          <p className={classNames(text.small, text.muted, layout.inset)}>No file has this in its path.</p>
        )}
        <ul className={classNames(text.small, styles.rows, styles.files)}>
          {files?.map(({ path, size }) => (
            <li key={path}>
              <Icon of={File} className={text.muted} />
              <Link
                {...targetWith({ file: path === shown ? undefined : path })}
                replace
                resetScroll={false}
                // Keeps the router from marking the link of the open file in its own way.
                activeOptions={{ exact: true }}
                className={classNames(layout.grow, text.cut)}
                title={path}
                aria-current={path === shown ? 'true' : undefined}
              >
                {spelledOut(path)}
              </Link>
              <span className={classNames(text.muted, text.number)}>{formatFileSize(size)}</span>
              {/* The open file's card has the download button. */}
              {path === shown ? (
                <IconButton
                  icon={X}
                  label={`Close ${path}`}
                  onClick={() => change({ file: undefined }, { replace: true })}
                />
              ) : (
                <IconLink
                  icon={Download}
                  label={`Download ${path}`}
                  href={downloadOf(params, path)}
                  download={path.split('/').at(-1)}
                />
              )}
            </li>
          ))}
        </ul>
        {hasPages && (
          <CursorPagination
            words={files ? `${countOf(files.length, 'file')} on this page` : ''}
            pageSize={pageSize}
            onPageSize={(size) => {
              setPageSize(size)
              setCursors([])
            }}
            onPrevious={cursors.length > 0 ? () => setCursors(cursors.slice(0, -1)) : undefined}
            onNext={next_cursor === null ? undefined : () => setCursors([...cursors, next_cursor])}
          />
        )}
      </Card>
      {shown !== undefined && (
        <div className={styles.shown}>
          <ShownFile key={shown} params={params} path={shown} files={files} />
        </div>
      )}
    </>
  )
}

interface ShownProps {
  params: { id: string; n: number }
  path: string
  files: readonly DataSetFile[] | undefined
}

/** The open file. Its size is looked up if it is not on the current page of the list. */
function ShownFile({ params, path, files }: ShownProps) {
  const { targetWith } = useAddress()
  const listed = files?.find((file) => file.path === path)
  const found = useQuery({
    ...q(listDataSetFiles, { params, query: { prefix: path, page_size: 1 } }),
    enabled: listed === undefined,
  })
  return (
    <FileView
      file={{ path, size: (listed ?? found.data?.files[0])?.size ?? 0 }}
      query={useQuery(q(previewDataSetFile, { params: { ...params, path } }))}
      download={downloadOf(params, path)}
      shownAt={(other) => addressOf(showDataSetFile, { params: { ...params, path: other } })}
      pageAt={(other) => hrefOf(targetWith({ file: other }))}
    />
  )
}

function downloadOf(params: { id: string; n: number }, path: string): string {
  return addressOf(readDataSetFile, { params: { ...params, path }, query: { direct: '1' } })
}
