import type { Metadata } from '@podium/contract/metadata.ts'
import { type ParameterField, parameterFields } from '@podium/contract/parameters.ts'
import { NOTHING } from '../../../format/nothing.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { allowedWords, valueWords } from '../detail/parameter-words.ts'
import styles from './edit.module.css'

/** What a run of the version would ask for, as the metadata is now. */
export function PreviewCard({ metadata }: { metadata: Metadata | null }) {
  return (
    <Card title="Parameter form" note="as a run would ask">
      {metadata === null ? (
        <p className={text.muted}>It shows as soon as the metadata has no fault.</p>
      ) : (
        <div className={layout.stackClose}>
          {metadata.pipeline.map((pipeline) => (
            <Fields key={pipeline.type} pipeline={pipeline.type} fields={parameterFields(pipeline)} />
          ))}
        </div>
      )}
    </Card>
  )
}

function Fields({ pipeline, fields }: { pipeline: string; fields: readonly ParameterField[] }) {
  return (
    <div>
      <h3>{pipeline}</h3>
      {fields.length === 0 ? (
        <p className={text.muted}>Asks for nothing.</p>
      ) : (
        <ul className={styles.fields}>
          {fields.map((field) => (
            <li key={JSON.stringify([field.step, field.name])}>
              <div className={styles.field}>
                <span className={text.strong}>{field.name}</span>
                <span className={classNames(text.tiny, text.muted)}>{typeWords(field)}</span>
              </div>
              <div className={styles.value}>{valueWords(field.default)}</div>
              {field.description !== '' && <p className={text.sub}>{field.description}</p>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** 'int, 1 to 100' */
function typeWords(field: ParameterField): string {
  const allowed = allowedWords(field)
  return allowed === NOTHING ? field.type : `${field.type}, ${allowed}`
}
