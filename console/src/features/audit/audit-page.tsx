import { type AuditEvent, exportAuditCsv, exportAuditLines } from '@podium/contract/audit.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { addressOf } from '../../api/address.ts'
import { ListSearch } from '../../navigation/list-search.tsx'
import { readListQuery, useListState } from '../../navigation/list-state.ts'
import type { PageContext } from '../../navigation/page.ts'
import { classNames } from '../../ui/class-names.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Toolbar } from '../../ui/toolbar.tsx'
import styles from './audit-page.module.css'
import { auditColumns } from './list/audit-columns.tsx'
import { AuditFilters } from './list/audit-filters.tsx'
import { AUDIT_RULES, auditQuery, wantedAudit } from './list/audit-query.ts'
import { eventLinkId } from './list/event-link.tsx'
import { EventPanel } from './list/event-panel.tsx'
import { InsteadOfAudit } from './list/instead-of-audit.tsx'
import { useShownEvent } from './list/use-shown-event.ts'

export function load({ queries, search }: PageContext) {
  return queries.prefetchQuery(auditQuery(readListQuery(search, AUDIT_RULES)))
}

export function Page() {
  const list = useListState(AUDIT_RULES)
  const { shown, show, hide } = useShownEvent()
  const query = useQuery({ ...auditQuery(list.query), placeholderData: keepPreviousData })
  const { data, isPlaceholderData } = query
  const current = data?.events.find(({ id }) => String(id) === shown)
  const wanted = { query: wantedAudit(list.query) }

  function closePanel() {
    document.getElementById(eventLinkId(shown ?? ''))?.focus()
    hide()
  }

  return (
    <>
      <PageHeader
        title="Audit"
        lead="Every change in this installation: who made it, when, from where, and what it was before."
        actions={
          <>
            <LinkButton icon={Download} href={addressOf(exportAuditCsv, wanted)} download="audit.csv">
              Export CSV
            </LinkButton>
            <LinkButton icon={Download} href={addressOf(exportAuditLines, wanted)} download="audit.jsonl">
              Export JSON
            </LinkButton>
          </>
        }
      />
      <Toolbar
        search={
          <ListSearch
            label="Search changes"
            placeholder="Search who, what, address"
            text={list.query.q}
            onSearch={list.setSearch}
          />
        }
        filters={<AuditFilters filters={list.query.filters} onFilter={list.setFilter} />}
      />
      <div className={classNames(current && styles.beside)}>
        <DataTable<AuditEvent>
          name="Changes"
          tall
          columns={auditColumns}
          rows={data?.events}
          rowId={({ id }) => String(id)}
          rowName={({ action, object_name }) => `${action} ${object_name}`}
          onOpen={({ id }) => show(String(id))}
          current={current && String(current.id)}
          sort={list.sort}
          onSort={list.setSort}
          stale={isPlaceholderData}
          instead={<InsteadOfAudit query={query} list={list} />}
          foot={
            data &&
            data.events.length > 0 && (
              <Pagination
                page={list.query.page}
                pageSize={list.query.page_size}
                total={data.total}
                noun="change"
                onPage={list.setPage}
                onPageSize={list.setPageSize}
              />
            )
          }
        />
        {current && <EventPanel event={current} onClose={closePanel} />}
      </div>
    </>
  )
}
