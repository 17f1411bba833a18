import { readDocument } from '@podium/contract/system.ts'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { addressOf } from '../../api/address.ts'
import { q } from '../../api/query.ts'
import { insteadOf } from '../../api/query-instead.tsx'
import layout from '../../theme/layout.module.css'
import { LinkButton } from '../../ui/button/link-button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { CallPart } from './call-part.tsx'
import { callsByTopic, type OpenApi } from './calls.ts'
import styles from './reference-page.module.css'

const WORDS = { loading: 'Loading the calls', failed: 'The calls could not be read' }

/** The OpenAPI document of this server as a page, for those who write programs. */
export function Page() {
  const query = useQuery(q(readDocument, {}))
  return (
    <>
      <PageHeader
        title="Reference"
        lead="Every call that programs can make to this server. A program signs in with an access token of your profile, sent as Authorization: Bearer."
        actions={
          <LinkButton icon={Download} href={addressOf(readDocument, {})} download="podium-openapi.json">
            OpenAPI document
          </LinkButton>
        }
      />
      {query.data ? (
        <Topics document={query.data as unknown as OpenApi} />
      ) : (
        <Card flush>{insteadOf(query, WORDS, { tall: true })}</Card>
      )}
    </>
  )
}

function Topics({ document }: { document: OpenApi }) {
  const topics = callsByTopic(document)
  const about = (topic: string) => document.tags?.find(({ name }) => name === topic)?.description
  return (
    <div className={layout.stack}>
      <nav aria-label="Topics" className={styles.topics}>
        {topics.map(([topic, calls]) => (
          <a key={topic} href={`#${idOf(topic)}`}>
            {topic} <span>{calls.length}</span>
          </a>
        ))}
      </nav>
      {topics.map(([topic, calls]) => (
        <div key={topic} id={idOf(topic)} className={styles.topic}>
          <Card title={topic} note={about(topic) ?? `${calls.length}`}>
            {calls.map((call) => (
              <CallPart
                key={call.operation.operationId}
                call={call}
                named={document.components?.schemas ?? {}}
              />
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
