import { addressOf } from '@podium/contract/call.ts'
import { readDocument } from '@podium/contract/system.ts'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { q } from '../../api/query.ts'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { LinkButton } from '../../ui/button/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import styles from './reference-page.module.css'
import { outline, type Schema } from './schema-outline.ts'

type Content = { content?: Record<string, { schema?: Schema }> }

interface Operation {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: { name: string; in: string; required?: boolean; schema?: Schema }[]
  requestBody?: Content
  responses?: Record<string, Content & { description?: string }>
}

/** What the page reads of an OpenAPI document. */
interface OpenApi {
  tags?: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema> }
}

type Call = Operation & { method: string; path: string }

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

function Topics({ document: { paths, tags = [], components } }: { document: OpenApi }) {
  const topics = callsByTopic(paths)
  return (
    <div className={layout.stack}>
      <nav aria-label="Topics" className={layout.wrap}>
        {topics.map(([topic, calls]) => (
          <a key={topic} href={`#${idOf(topic)}`}>
            {topic} <span className={text.note}>{calls.length}</span>
          </a>
        ))}
      </nav>
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

/** The calls by their tag, in the order of the document; without tags by the first word of their path. */
function callsByTopic(paths: OpenApi['paths']): [topic: string, calls: Call[]][] {
  const topics = new Map<string, Call[]>()
  for (const [path, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      // 'solutions' of '/api/v1/solutions/{id}'
      const [firstWord = path] = path.replace('/api/v1/', '').split(/[/.]/)
      const topic = operation.tags?.[0] ?? firstWord
      const call = { ...operation, method: method.toUpperCase(), path }
      topics.set(topic, [...(topics.get(topic) ?? []), call])
    }
  return [...topics]
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
function CallPart({ call, named }: CallPartProps) {
  const { operationId, summary, description, parameters = [], requestBody = {}, responses = {} } = call

  /** The shape of what is sent or answered, or its type where it has none. */
  const shapesOf = ({ content = {} }: Content) =>
    Object.entries(content).map(([type, { schema }]) => (schema ? outline(schema, named) : type))
  const parts = [
    ...parameters.map(({ name, in: location, required, schema = {} }) => [
      `In the ${location}`,
      `${name}${required ? '' : '?'}: ${outline(schema, named)}`,
    ]),
    ...shapesOf(requestBody).map((shape) => ['Body', shape]),
    ...Object.entries(responses).map(([status, response]) => [
      `Answer ${status}`,
      Number(status) < 300 ? shapesOf(response) : response.description,
    ]),
  ]

  return (
    <section id={operationId} aria-labelledby={`${operationId}-name`} className={styles.call}>
      <details>
        <summary>
          <h3 id={`${operationId}-name`}>
            <span className={classNames(text.mono, text.info, styles.method)}>{call.method}</span>{' '}
            <code>{call.path}</code>
          </h3>
          {summary}
        </summary>
        {description !== undefined && description !== summary && <p>{description}</p>}
        <dl className={classNames(text.small, styles.parts)}>
          {parts.map(([term, words]) => (
            <div key={`${term} ${words}`}>
              <dt className={text.muted}>{term}</dt>
              <dd className={text.mono}>{words}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  )
}
