import type { ReactNode } from 'react'
import { Pagination } from '../ui/table/pagination.tsx'

interface ListFootProps {
  /** of useListState */
  list: {
    query: { page: number; page_size: number }
    setPage: (page: number) => void
    setPageSize: (size: number) => void
  }
  /** on all pages, once they were counted */
  total: number | undefined
  /** What is counted, in the singular: 'account'. */
  noun: string
  /** After the count: '1 locked, 1 inactive'. */
  note?: ReactNode
}

/** The foot of a list whose page stands in the address. A page without rows has none: what is said there leads on. */
export function ListFoot({ list, total, noun, note }: ListFootProps) {
  const { page, page_size } = list.query
  if (total === undefined || total <= (page - 1) * page_size) return null
  return (
    <Pagination
      page={page}
      pageSize={page_size}
      total={total}
      noun={noun}
      note={note}
      onPage={list.setPage}
      onPageSize={list.setPageSize}
    />
  )
}
