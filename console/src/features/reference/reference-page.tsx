import { readDocument } from '@podium/contract/calls/system.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { ChevronRight, Download } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { addressOf } from '../../api/address-of.ts'
import { q } from '../../api/query.ts'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { LinkButton } from '../../ui/button/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/drawing/icon.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { SearchField } from '../../ui/table/toolbar.tsx'
import { Tag } from '../../ui/text/chip.tsx'
import { CallPart } from './call-part.tsx'
import { matchingCalls, type OpenApi } from './openapi.ts'
import styles from './reference-page.module.css'

const WORDS = { loading: 'Loading the calls', failed: 'The calls could not be read' }

/** Shows the OpenAPI document of this server. */
export function Page() {
  const query = useQuery(q(readDocument, {}))
  return (
    <>
      <PageHeader
        title="Reference"
        lead={
          <>
            Every API call. Send an access token from your profile:{' '}
            <Tag>
              <code translate="no" className={text.mono}>
                Authorization: Bearer &lt;token&gt;
              </code>
            </Tag>
          </>
        }
        actions={
          <LinkButton icon={Download} href={addressOf(readDocument, {})} download="podium-openapi.json">
            Download OpenAPI
          </LinkButton>
        }
      />
      {query.data ? (
        <Topics of={query.data as unknown as OpenApi} />
      ) : (
        <Card flush>{queryPlaceholder(query, WORDS, { tall: true })}</Card>
      )}
    </>
  )
}

function Topics({ of: openApi }: { of: OpenApi }) {
  const [search, setSearch] = useState('')
  // Deferred, so that typing stays fast while more than two hundred calls are rendered.
  const wanted = useDeferredValue(search)
  const isSearched = wanted.trim() !== ''
  const calls = useMemo(() => matchingCalls(openApi, wanted), [openApi, wanted])
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => showCall(hash), [hash])
  return (
    <div className={layout.stackTight}>
      <SearchField
        label="Search calls"
        placeholder="Search by path, name or purpose"
        className={styles.search}
        value={search}
        onChange={setSearch}
      />
      <div className={layout.surface}>
        {calls.length === 0 && (
          <p role="status" className={layout.inset}>
            No call contains all of these words.
          </p>
        )}
        {openApi.tags.map((tag, at) => {
          const own = calls.filter(({ tags: [topic] }) => topic === tag.name)
          return (
            own.length > 0 && (
              // The key opens the topic when a search begins, even if the reader has closed it before.
              <details
                key={`${tag.name} ${isSearched}`}
                open={isSearched || at === 0}
                className={styles.topic}
              >
                <summary>
                  <Icon of={ChevronRight} />
                  <h2>{tag.name}</h2>
                  <span className={classNames(text.small, text.muted)}>{tag.description}</span>
                  <span className={classNames(text.note, layout.end)}>{own.length}</span>
                </summary>
                {own.map((call) => (
                  <CallPart key={call.operationId} call={call} named={openApi.components.schemas} />
                ))}
              </details>
            )
          )
        })}
      </div>
    </div>
  )
}

/** Unfolds the topic of the call with this id, and scrolls to the call. */
function showCall(id: string): void {
  const call = document.getElementById(id)
  const topic = call?.closest('details')
  if (topic) topic.open = true
  call?.scrollIntoView()
}
