import { type Call, contentOf } from './calls.ts'
import styles from './reference-page.module.css'
import { outline, type Schema } from './schema-outline.ts'

interface CallPartProps {
  call: Call
  /** the shapes that others name */
  named: Record<string, Schema>
}

/** One call: what it is for, and unfolded what it takes and answers. All of it stands in the page, so that the browser finds it. */
export function CallPart({ call: { method, path, operation }, named }: CallPartProps) {
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
