import { ChevronLeft, ChevronRight } from 'lucide-react'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { IconButton } from '../button/icon-button.tsx'
import { classNames } from '../class-names.ts'
import { PAGE_SIZES, PageSize } from './pagination.tsx'
import styles from './table-bars.module.css'

interface CursorPaginationProps {
  /** '20 of 312 runs that match' */
  words: string
  pageSize: number
  onPageSize: (size: number) => void
  /** undefined on the first page */
  onPrevious: (() => void) | undefined
  /** undefined on the last page */
  onNext: (() => void) | undefined
}

/** The footer of a list that is read on from its last row. Pages have no numbers; none are offered if all rows fit. */
export function CursorPagination({ words, pageSize, onPageSize, onPrevious, onNext }: CursorPaginationProps) {
  const hasPages = onPrevious !== undefined || onNext !== undefined || pageSize > PAGE_SIZES[0]
  return (
    <div className={classNames(text.muted, text.small, styles.bar)}>
      <span role="status">{words}</span>
      {hasPages && (
        <div className={classNames(layout.row, layout.end, text.unbroken)}>
          <PageSize {...{ pageSize, sizes: PAGE_SIZES, onPageSize }} />
          <IconButton
            icon={ChevronLeft}
            label="Previous page"
            disabledReason={onPrevious ? undefined : 'This is the first page.'}
            onClick={onPrevious}
          />
          <IconButton
            icon={ChevronRight}
            label="Next page"
            disabledReason={onNext ? undefined : 'This is the last page.'}
            onClick={onNext}
          />
        </div>
      )}
    </div>
  )
}
