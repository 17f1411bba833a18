import { readDocument } from '@podium/contract/calls/system.ts'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { ChevronRight, Download } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
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
import { callsByTopic, matchingCalls, type OpenApi } from './openapi.ts'
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
  const { tags = [], components } = openApi
  const [search, setSearch] = useState('')
  // Deferred, so that typing stays fast while a hundred calls are rendered.
  const wanted = useDeferredValue(search)
  const all = useMemo(() => callsByTopic(openApi), [openApi])
  const topics = useMemo(() => matchingCalls(all, wanted), [all, wanted])
  const isSearched = wanted.trim() !== ''
  const groups = useRef<HTMLDivElement>(null)
  // The first group is open at first, so that some calls are visible.
  useEffect(() => {
    const first = groups.current?.querySelector('details')
    if (first && !isSearched) first.open = true
  }, [isSearched])
  const hash = useLocation({ select: (location) => location.hash })
  useEffect(() => show(hash), [hash])
  return (
    <div className={styles.page}>
      <nav aria-label="Topics" className={classNames(layout.scroll, text.small, styles.index)}>
        {topics.map(([topic], at) => (
          <a
            key={topic}
            href={`#${idOf(topic)}`}
            aria-current={(hash === '' ? at === 0 : hash === idOf(topic)) || undefined}
            onClick={() => show(idOf(topic))}
          >
            {titleOf(topic)}
          </a>
        ))}
      </nav>
      <div className={layout.stackTight}>
        <SearchField
          label="Search calls"
          placeholder="Search by path, name or purpose"
          className={styles.search}
          value={search}
          onChange={setSearch}
        />
        <div ref={groups} className={layout.surface}>
          {topics.length === 0 && (
            <p role="status" className={layout.inset}>
              No call contains all of these words.
            </p>
          )}
          {topics.map(([topic, calls]) => (
            <details key={topic} id={idOf(topic)} open={isSearched} className={styles.topic}>
              <summary>
                <Icon of={ChevronRight} />
                <h2>{titleOf(topic)}</h2>
                <span className={classNames(text.small, text.muted)}>
                  {tags.find(({ name }) => name === topic)?.description}
                </span>
                <span className={classNames(text.note, layout.end)}>{calls.length}</span>
              </summary>
              {calls.map((call) => (
                <CallPart key={call.operationId} call={call} named={components?.schemas ?? {}} />
              ))}
            </details>
          ))}
        </div>
      </div>
    </div>
  )
}

/** Scrolls to the topic or the call with this id, and unfolds the topic. */
function show(id: string): void {
  const place = document.getElementById(id)
  const topic = place?.closest('details')
  if (topic) topic.open = true
  place?.scrollIntoView()
}

function titleOf(topic: string): string {
  return topic.charAt(0).toUpperCase() + topic.slice(1)
}

function idOf(topic: string): string {
  return `topic-${topic.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
}
