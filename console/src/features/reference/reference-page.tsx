import { addressOf } from '@podium/contract/call.ts'
import { readDocument } from '@podium/contract/system.ts'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { q } from '../../api/query.ts'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { LinkButton } from '../../ui/button/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { SearchField } from '../../ui/table/toolbar.tsx'
import { CallPart } from './call-part.tsx'
import { callsByTopic, matchingCalls, type OpenApi } from './openapi.ts'

const WORDS = { loading: 'Loading the calls', failed: 'The calls could not be read' }

/** The OpenAPI document of this server as a page, for those who write programs. */
export function Page() {
  const query = useQuery(q(readDocument, {}))
  return (
    <>
      <PageHeader
        title="Reference"
        lead="Every call that programs can make to this server, to read, copy and try out. A program signs in with an access token of your profile, sent as Authorization: Bearer."
        actions={
          <LinkButton icon={Download} href={addressOf(readDocument, {})} download="podium-openapi.json">
            OpenAPI document
          </LinkButton>
        }
      />
      {query.data ? (
        <Topics document={query.data as unknown as OpenApi} />
      ) : (
        <Card flush>{queryPlaceholder(query, WORDS, { tall: true })}</Card>
      )}
    </>
  )
}

function Topics({ document: { paths, tags = [], components } }: { document: OpenApi }) {
  const [search, setSearch] = useState('')
  // The field stays quick while a hundred calls are drawn anew.
  const wanted = useDeferredValue(search)
  const all = useMemo(() => callsByTopic(paths), [paths])
  const topics = useMemo(() => matchingCalls(all, wanted), [all, wanted])
  return (
    <div className={layout.stack}>
      <SearchField
        label="Search calls"
        placeholder="Address, name or what it does"
        value={search}
        onChange={setSearch}
      />
      <nav aria-label="Topics" className={layout.wrap}>
        {topics.map(([topic, calls]) => (
          <a key={topic} href={`#${idOf(topic)}`}>
            {topic} <span className={text.note}>{calls.length}</span>
          </a>
        ))}
      </nav>
      {topics.length === 0 && (
        <Card>
          <p role="status">No call contains all of these words.</p>
        </Card>
      )}
      {topics.map(([topic, calls]) => (
        <div key={topic} id={idOf(topic)}>
          <Card
            title={topic}
            note={tags.find(({ name }) => name === topic)?.description ?? `${calls.length}`}
          >
            {calls.map((call) => (
              <CallPart key={call.operationId} call={call} named={components?.schemas ?? {}} />
            ))}
          </Card>
        </div>
      ))}
    </div>
  )
}

function idOf(topic: string): string {
  return `topic-${topic.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`
}
