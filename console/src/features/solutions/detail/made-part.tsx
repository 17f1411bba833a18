import type { Metadata } from '@podium/contract/metadata.ts'
import { type ParameterField, parameterFields } from '@podium/contract/parameters.ts'
import type { VersionDetail } from '@podium/contract/solutions.ts'
import { useMemo } from 'react'
import { formatFileSize } from '../../../format/file-size.ts'
import { countOf } from '../../../format/number.ts'
import text from '../../../theme/text.module.css'
import { CodeBlock } from '../../../ui/code/code-block.tsx'
import { Card, DisclosureCard } from '../../../ui/layout/card.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { Column } from '../../../ui/table/table-rows.tsx'
import styles from '../solution-page.module.css'
import { allowedWords, valueWords } from './parameter-words.ts'

interface MadePartProps {
  version: VersionDetail
  /** null where nothing can be read from it */
  metadata: Metadata | null
}

/** How the version is made: what a run of it asks for, and its metadata as it was registered. */
export function MadePart({ version, metadata }: MadePartProps) {
  const json = useMemo(() => JSON.stringify(version.metadata_json, null, 2), [version])
  return (
    <>
      {metadata && <ParametersCard metadata={metadata} />}
      <DisclosureCard title="metadata.json" summary={formatFileSize(new Blob([json]).size)}>
        <CodeBlock label="Metadata" code={json} copy />
      </DisclosureCard>
    </>
  )
}

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
        {description !== '' && <span className={text.sub}>{description}</span>}
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
      <DataTable<Parameter>
        name="Parameters"
        bare
        columns={columns}
        rows={parameters}
        rowId={({ pipeline, step, name }) => JSON.stringify([pipeline, step, name])}
        rowName={({ name }) => name}
      />
    </Card>
  )
}
