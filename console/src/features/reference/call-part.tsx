import { ChevronRight } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import text from '../../theme/text.module.css'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/drawing/icon.tsx'
import { type Call, type Content, whoMay } from './openapi.ts'
import styles from './reference-page.module.css'
import { outline, type Schema } from './schema-outline.ts'

interface CallPartProps {
  call: Call
  /** the schemas that others refer to */
  named: Record<string, Schema>
}

/** One call, which unfolds to its parameters and answers. These are always in the DOM, for the browser's search. */
export function CallPart({ call, named }: CallPartProps) {
  const { operationId, method, path, summary, description } = call
  return (
    <section id={operationId} aria-labelledby={`${operationId}-name`} className={styles.call}>
      <details>
        <summary>
          <Icon of={ChevronRight} />
          <h3 id={`${operationId}-name`}>
            <span className={COLORS[method] ?? text.muted}>{method}</span>{' '}
            <code translate="no" className={text.mono}>
              {path.split(/(\{[^}]*\}|\/)/).map(pathPart)}
            </code>
          </h3>
          <span className={classNames(text.small, text.muted)}>{summary}</span>
        </summary>
        {description !== undefined && description !== summary && <p>{description}</p>}
        <dl className={classNames(text.small, styles.parts)}>
          {partsOf(call, named).map(([term, words]) => (
            <div key={`${term} ${words}`}>
              <dt className={text.muted}>{term}</dt>
              <dd className={term === WHO ? undefined : text.mono}>{words}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  )
}

const COLORS: Readonly<Record<string, string | undefined>> = {
  POST: text.info,
  PATCH: text.warn,
  PUT: text.warn,
  DELETE: text.crimson,
}

/** Mutes the parameters of a path, and lets a long path break after a slash. */
function pathPart(part: string, at: number): ReactNode {
  return (
    <Fragment key={at}>
      {part.startsWith('{') ? <span className={text.muted}>{part}</span> : part}
      {part === '/' && <wbr />}
    </Fragment>
  )
}

const WHO = 'Who may call it'

function partsOf(call: Call, named: Record<string, Schema>): (readonly [term: string, words: string])[] {
  /** Returns the outline of each content, or its media type if it has no schema. */
  const shapesOf = ({ content = {} }: Content) =>
    Object.entries(content).map(([type, { schema }]) => (schema ? outline(schema, named) : type))
  return [
    [WHO, whoMay(call)],
    ...call.parameters.map(
      ({ name, in: location, required, schema = {} }) =>
        [`In the ${location}`, `${name}${required ? '' : '?'}: ${outline(schema, named)}`] as const,
    ),
    ...shapesOf(call.requestBody ?? {}).map((shape) => ['Body', shape] as const),
    ...Object.entries(call.responses).map(
      ([status, response]) =>
        [
          `Answer ${status}`,
          Number(status) < 300 ? shapesOf(response).join('\n') : response.description,
        ] as const,
    ),
  ]
}
