import { addressOf } from '@podium/contract/call.ts'
import { readDocument } from '@podium/contract/system.ts'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { q } from '../../api/query.ts'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import layout from '../../theme/layout.module.css'
import { LinkButton } from '../../ui/button/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { type Call, callsByTopic, contentOf, type OpenApi } from './calls.ts'
import styles from './reference-page.module.css'
import { outline, type Schema } from './schema-outline.ts'

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
        <Card flush>{queryPlaceholder(query, WORDS, { tall: true })}</Card>
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

interface CallPartProps {
  call: Call
  /** the shapes that others name */
  named: Record<string, Schema>
}

/** One call: what it is for, and unfolded what it takes and answers. All of it stands in the page, so that the browser finds it. */
function CallPart({ call: { method, path, operation }, named }: CallPartProps) {
  const { operationId, summary, description, parameters = [], requestBody = {}, responses = {} } = operation
  return (
    <section id={operationId} aria-labelledby={`${operationId}-name`} className={styles.call}>
      <details>
        <summary>
          <h3 id={`${operationId}-name`}>
            <span className={styles.method}>{method}</span> <code>{path}</code>
          </h3>
          {summary}
        </summary>
        {description !== undefined && description !== summary && <p>{description}</p>}
        <dl className={styles.parts}>
          {parameters.map((parameter) => (
            <Part key={`${parameter.in} ${parameter.name}`} term={`In the ${parameter.in}`}>
              {`${parameter.name}${parameter.required ? '' : '?'}: ${outline(parameter.schema ?? {}, named)}`}
            </Part>
          ))}
          {contentOf(requestBody).map(({ type, schema }) => (
            <Part key={type} term="Body">
              {schema ? outline(schema, named) : type}
            </Part>
          ))}
          {Object.entries(responses).map(([status, response]) => (
            <Part key={status} term={`Answer ${status}`}>
              {Number(status) < 300
                ? contentOf(response).map(({ type, schema }) => (schema ? outline(schema, named) : type))
                : response.description}
            </Part>
          ))}
        </dl>
      </details>
    </section>
  )
}

function Part({ term, children }: { term: string; children: string | string[] | undefined }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
