import { type AuditEvent, exportAuditCsv, exportAuditLines } from '@podium/contract/audit.ts'
import type { OwnWorkspace } from '@podium/contract/auth.ts'
import { addressOf } from '@podium/contract/call.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { ListFoot } from '../../navigation/list-foot.tsx'
import { useListState } from '../../navigation/list-state.ts'
import { paths } from '../../navigation/paths.ts'
import { ListSearch } from '../../record/list-search.tsx'
import { useSessionState } from '../../session/use-session.ts'
import { LinkButton } from '../../ui/button/link-button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Toolbar } from '../../ui/table/toolbar.tsx'
import styles from './audit-page.module.css'
import { deedTitle, objectWords } from './components/deed-words.ts'
import { auditColumns } from './list/audit-columns.tsx'
import { AuditFilters } from './list/audit-filters.tsx'
import { AUDIT_RULES, auditQuery, wantedAudit } from './list/audit-query.ts'
import { Denied } from './list/denied.tsx'
import { eventLinkId } from './list/event-link.tsx'
import { EventPanel } from './list/event-panel.tsx'
import { InsteadOfAudit } from './list/instead-of-audit.tsx'
import { useAuditScope } from './list/use-audit-scope.ts'
import { useShownEvent } from './list/use-shown-event.ts'

export function Page() {
  const { isAdmitted, only } = useAuditScope()
  return isAdmitted ? <AuditLog only={only} /> : <Denied />
}

/** @param only of this workspace alone */
function AuditLog({ only }: { only: OwnWorkspace | undefined }) {
  const list = useListState(AUDIT_RULES)
  const { workspaces } = useSessionState()
  const navigate = useNavigate()
  const { shown, show, hide } = useShownEvent()
  const query = useQuery({ ...auditQuery(list.query, only?.id), placeholderData: keepPreviousData })
  const { data, isPlaceholderData } = query
  const current = data?.events.find(({ id }) => String(id) === shown)
  const wanted = { query: wantedAudit(list.query, only?.id) }

  const { filters } = list.query
  const ofObject = data?.events.find(({ object_id }) => object_id === filters.object_id)
  const names = {
    workspace_id: workspaces.find(({ id }) => id === filters.workspace_id)?.display_name,
    object_id: ofObject && objectWords(ofObject),
    action: filters.action && deedTitle(filters.action),
  }

  function clear() {
    void navigate(paths.audit(only && { workspace_id: only.id }))
  }
  function closePanel() {
    document.getElementById(eventLinkId(shown ?? ''))?.focus()
    hide()
  }

  return (
    <>
      <PageHeader
        title="Audit"
        lead={`Every change in ${only?.display_name ?? 'this installation'}: who made it, when, from where, and what it was before.`}
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
        filters={
          <AuditFilters
            filters={filters}
            names={names}
            isLimited={only !== undefined}
            onFilter={list.setFilter}
          />
        }
      />
      <div className={classNames(current && styles.beside)}>
        <DataTable<AuditEvent>
          name="Changes"
          tall
          columns={auditColumns}
          rows={data?.events}
          rowId={({ id }) => String(id)}
          rowName={(event) => `${deedTitle(event.action)} ${objectWords(event)}`}
          onOpen={({ id }) => show(String(id))}
          current={current && String(current.id)}
          sort={list.sort}
          onSort={list.setSort}
          stale={isPlaceholderData}
          instead={<InsteadOfAudit query={query} list={{ ...list, clear }} />}
          foot={<ListFoot list={list} total={data?.total} noun="change" />}
        />
        {current && <EventPanel event={current} only={only?.id} onClose={closePanel} />}
      </div>
    </>
  )
}
