import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { countOf, formatNumber } from '../../format/number.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { IconButton } from '../button/icon-button.tsx'
import { classNames } from '../class-names.ts'
import { Select } from '../form/select.tsx'
import styles from './table-bars.module.css'

interface PaginationProps {
  /** The page, from 1. */
  page: number
  pageSize: number
  total: number
  /** The singular of a row: 'account'. */
  noun: string
  /** Text after the count: '1 locked, 1 inactive'. */
  note?: ReactNode
  onPage: (page: number) => void
  onPageSize: (size: number) => void
}

/** The offered page sizes; the first is the default. */
export const PAGE_SIZES = [20, 50, 100] as const

/** The footer of a table: '11 runs' if all fit, else '21–40 of 142 runs', the page size and the page buttons. */
export function Pagination(props: PaginationProps) {
  const { page, pageSize, total, noun, note, onPage, onPageSize } = props
  const pages = Math.max(Math.ceil(total / pageSize), 1)
  const first = formatNumber((page - 1) * pageSize + 1)
  const last = formatNumber(Math.min(page * pageSize, total))
  const sizes = [...new Set([...PAGE_SIZES, pageSize])].sort((one, other) => one - other)
  return (
    <div className={classNames(text.muted, text.small, styles.bar)}>
      <span role="status">
        {pages > 1 && `${first}–${last} of `}
        {countOf(total, noun)}
        {note !== undefined && <>, {note}</>}
      </span>
      {total > Math.min(...sizes) && (
        <div className={classNames(layout.row, layout.end, text.unbroken)}>
          <PageSize {...{ pageSize, sizes, onPageSize }} />
          <IconButton
            icon={ChevronLeft}
            label="Previous page"
            disabledReason={page <= 1 ? 'This is the first page.' : undefined}
            onClick={() => onPage(page - 1)}
          />
          <span>
            {formatNumber(page)} of {formatNumber(pages)}
          </span>
          <IconButton
            icon={ChevronRight}
            label="Next page"
            disabledReason={page >= pages ? 'This is the last page.' : undefined}
            onClick={() => onPage(page + 1)}
          />
        </div>
      )}
    </div>
  )
}

interface PageSizeProps extends Pick<PaginationProps, 'pageSize' | 'onPageSize'> {
  sizes: readonly number[]
}

export function PageSize({ pageSize, sizes, onPageSize }: PageSizeProps) {
  return (
    <>
      <span aria-hidden="true">Rows</span>
      <Select
        aria-label="Page size"
        className={styles.choice}
        value={String(pageSize)}
        options={sizes.map((size) => ({ value: String(size), label: String(size) }))}
        onChange={(event) => onPageSize(Number(event.currentTarget.value))}
      />
    </>
  )
}
