import type { RunInfo } from '@podium/contract/runs.ts'
import { formatFigure } from '../../../format/number.ts'
import text from '../../../theme/text.module.css'
import { CopyButton } from '../../../ui/button/copy-button.tsx'
import { Sparkline } from '../../../ui/chart/sparkline.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { Column } from '../../../ui/table/table-rows.tsx'
import { bestOf } from './figure-direction.ts'
import { useHistory } from './use-history.ts'

interface Figure {
  name: string
  value: number
  /** of the runs of the stream before this one, oldest first */
  before: readonly number[]
}

const COLUMNS: readonly Column<Figure>[] = [
  {
    id: 'name',
    header: 'Figure',
    width: '42%',
    cell: ({ name, value, before }) => (
      <>
        <span title={name}>{name}</span>
        <span className={text.sub}>{standing(name, value, before)}</span>
      </>
    ),
  },
  {
    id: 'history',
    header: 'Last runs',
    width: '32%',
    cell: ({ name, value, before }) => {
      const values = [...before, value]
      return before.length > 0 && <Sparkline label={historyOf(name, values)} values={values} />
    },
  },
  {
    id: 'value',
    header: 'Value',
    width: '26%',
    numeric: true,
    cell: ({ value }) => (
      <b title={String(value)} data-value={value}>
        {formatFigure(value)}
      </b>
    ),
  },
]

/** The newest value of each figure of the run, exact, beside what the stream's runs before it came to. */
export function FigureTable({ run }: { run: RunInfo }) {
  const names = Object.keys(run.metrics)
  const history = useHistory(run, names)
  if (names.length === 0) return null
  const figures = Object.entries(run.metrics).map(([name, value]) => ({
    name,
    value,
    before: history.get(name) ?? [],
  }))
  return (
    <Card
      title="Figures"
      note={`${names.length}`}
      aside={<CopyButton text={JSON.stringify(run.metrics, null, 2)} label="Copy" worded />}
      footer={
        history.size > 0 && <span className={text.note}>Each line ends at this run. Values are exact.</span>
      }
      flush
    >
      <DataTable
        name="Figures of the run"
        bare
        compact
        columns={COLUMNS}
        rows={figures}
        rowId={({ name }) => name}
        rowName={({ name }) => name}
      />
    </Card>
  )
}

/** How the value stands among those of the stream, where the name tells which way is better. */
function standing(name: string, value: number, before: readonly number[]): string | undefined {
  const best = bestOf(name, [...before, value])
  if (best === undefined || before.length === 0) return undefined
  return best === value ? 'best here' : `best ${formatFigure(best)}`
}

function historyOf(name: string, values: readonly number[]): string {
  const [first = 0, last = 0] = [values[0], values.at(-1)]
  return `${name} over ${values.length} runs: from ${formatFigure(first)} to ${formatFigure(last)}`
}
