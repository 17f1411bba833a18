import type { Metadata } from '@podium/contract/metadata.ts'
import { type ParameterField, parameterFields } from '@podium/contract/parameters.ts'
import { countOf } from '../../../format/number.ts'
import text from '../../../theme/text.module.css'
import { Card } from '../../../ui/layout/card.tsx'
import type { Column } from '../../../ui/table/data-table-column.ts'
import { PlainTable } from '../../../ui/table/plain-table.tsx'
import { allowedWords, valueWords } from './parameter-words.ts'
import styles from './parameters-card.module.css'

interface Parameter extends ParameterField {
  pipeline: string
}

const columns: readonly Column<Parameter>[] = [
  {
    id: 'name',
    header: 'Parameter',
    cell: ({ name, description }) => (
      <span className={styles.cell}>
        <span className={text.strong}>{name}</span>
        {description !== '' && <span className={styles.about}>{description}</span>}
      </span>
    ),
  },
  { id: 'pipeline', header: 'Pipeline, step', cell: ({ pipeline, step }) => `${pipeline}, ${step}` },
  { id: 'type', header: 'Type', cell: ({ type }) => <span className={text.mono}>{type}</span> },
  {
    id: 'default',
    header: 'Default',
    cell: (parameter) => <span className={styles.cell}>{valueWords(parameter.default)}</span>,
  },
  {
    id: 'allowed',
    header: 'Allowed',
    cell: (parameter) => <span className={styles.cell}>{allowedWords(parameter)}</span>,
  },
]

/** What people may set for a run of the version. */
export function ParametersCard({ metadata }: { metadata: Metadata }) {
  const parameters = metadata.pipeline.flatMap((pipeline) =>
    parameterFields(pipeline).map((field) => ({ ...field, pipeline: pipeline.type })),
  )
  return (
    <Card
      title="Parameters"
      note={parameters.length === 0 ? undefined : countOf(parameters.length, 'parameter')}
      flush={parameters.length > 0}
    >
      {parameters.length === 0 ? (
        <p className={text.muted}>A run of this version asks for nothing.</p>
      ) : (
        <PlainTable<Parameter>
          name="Parameters"
          bare
          columns={columns}
          rows={parameters}
          rowId={({ pipeline, step, name }) => JSON.stringify([pipeline, step, name])}
          rowName={({ name }) => name}
        />
      )}
    </Card>
  )
}
