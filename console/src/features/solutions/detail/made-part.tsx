import type { Metadata } from '@podium/contract/metadata.ts'
import { type ParameterField, parameterFields } from '@podium/contract/parameters.ts'
import type { VersionDetail } from '@podium/contract/solutions.ts'
import { formatFileSize } from '../../../format/file-size.ts'
import { countOf } from '../../../format/number.ts'
import text from '../../../theme/text.module.css'
import { CodeBlock } from '../../../ui/code/code-block.tsx'
import { Card, DisclosureCard } from '../../../ui/layout/card.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { Column } from '../../../ui/table/table-rows.tsx'
import { textOf } from '../metadata-text.ts'
import styles from '../solution-page.module.css'
import { allowedWords, valueWords } from './parameter-words.ts'

/** How the version is made: what a run of it asks for, and its metadata as it was registered. */
export function MadePart({ version, metadata }: { version: VersionDetail; metadata: Metadata | null }) {
  const json = textOf(version)
  return (
    <>
      {metadata && <ParametersCard metadata={metadata} />}
      <DisclosureCard title="metadata.json" summary={formatFileSize(new Blob([json]).size)}>
        <CodeBlock label="Metadata" code={json} copy />
      </DisclosureCard>
    </>
  )
}

const columns: readonly Column<ParameterField & { pipeline: string }>[] = [
  {
    id: 'name',
    header: 'Parameter',
    cell: ({ name, description }) => (
      <>
        <span className={text.strong}>{name}</span>
        {description !== '' && <span className={text.sub}>{description}</span>}
      </>
    ),
  },
  { id: 'pipeline', header: 'Pipeline, step', cell: ({ pipeline, step }) => `${pipeline}, ${step}` },
  { id: 'type', header: 'Type', cell: ({ type }) => <span className={text.mono}>{type}</span> },
  { id: 'default', header: 'Default', cell: (parameter) => valueWords(parameter.default) },
  { id: 'allowed', header: 'Allowed', cell: allowedWords },
]

function ParametersCard({ metadata }: { metadata: Metadata }) {
  const parameters = metadata.pipeline.flatMap((pipeline) =>
    parameterFields(pipeline).map((field) => ({ ...field, pipeline: pipeline.type })),
  )
  if (parameters.length === 0)
    return (
      <Card title="Parameters">
        <p className={text.muted}>A run of this version asks for nothing.</p>
      </Card>
    )
  return (
    <Card title="Parameters" note={countOf(parameters.length, 'parameter')} flush>
      <div className={styles.parameters}>
        <DataTable
          name="Parameters"
          bare
          columns={columns}
          rows={parameters}
          rowId={({ pipeline, step, name }) => JSON.stringify([pipeline, step, name])}
          rowName={({ name }) => name}
        />
      </div>
    </Card>
  )
}
