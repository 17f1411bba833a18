import type { Model } from '@podium/contract/models.ts'
import { Link } from '@tanstack/react-router'
import { NOTHING } from '../../../format/nothing.ts'
import { formatExact, formatFigure } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import text from '../../../theme/text.module.css'
import { CellLines } from '../../../ui/table/cell-text.tsx'
import { type Column, RowName } from '../../../ui/table/table-rows.tsx'
import { Age } from '../../../ui/text/moment.tsx'
import { RunLink } from '../../runs/components/run-link.tsx'
import { AliasChips } from './alias-chips.tsx'
import styles from './model-columns.module.css'

const MOST_FIGURES = 3

/** The figures that most of the models have, by name: as many as the table has room for. */
export function shownFigures(models: readonly Pick<Model, 'metrics'>[]): string[] {
  const counts = new Map<string, number>()
  for (const name of models.flatMap(({ metrics }) => Object.keys(metrics)))
    counts.set(name, (counts.get(name) ?? 0) + 1)
  const frequent = [...counts].sort(([a, many], [b, few]) => few - many || a.localeCompare(b))
  return frequent.slice(0, MOST_FIGURES).map(([name]) => name)
}

export function modelColumns(figures: readonly string[]): readonly Column<Model>[] {
  return [
    { id: 'name', header: 'Model', sortable: true, width: 'auto', cell: (row) => <ModelName of={row} /> },
    {
      id: 'aliases',
      header: 'Aliases',
      width: '9%',
      bareOnPhone: 'beside',
      cell: ({ aliases }) =>
        aliases.length > 0 ? <AliasChips names={aliases.map(({ name }) => name)} /> : NOTHING,
    },
    {
      id: 'solution_name',
      header: 'Solution',
      sortable: true,
      width: '15%',
      cell: (row) => <SolutionLink of={row} />,
    },
    ...figures.map(figureColumn),
    {
      id: 'run',
      header: 'Run',
      width: '11%',
      onlyWide: true,
      hiddenOnPhone: true,
      cell: ({ run_id, run_name }) => (
        <RowName>
          <RunLink run={{ id: run_id, name: run_name }} />
        </RowName>
      ),
    },
    {
      id: 'created_at',
      header: 'Created',
      sortable: true,
      width: '14%',
      cell: ({ created_at, created_by }) => <CellLines first={<Age at={created_at} />} second={created_by} />,
    },
  ]
}

function figureColumn(name: string): Column<Model> {
  return {
    id: `figure:${name}`,
    header: name,
    numeric: true,
    width: '9%',
    cell: ({ metrics: { [name]: value } }) =>
      value === undefined ? NOTHING : <span title={formatExact(value)}>{formatFigure(value)}</span>,
  }
}

/** A long name is cut before its version, which tells it from the other models of its stream. */
function ModelName({ of: { id, name, note } }: { of: Model }) {
  const { id: ws } = useWorkspace()
  const at = name.lastIndexOf(' v ')
  return (
    <RowName sub={note || undefined}>
      <Link {...paths.model(id, { ws })} title={name} className={styles.model}>
        <span className={text.cut}>{name.slice(0, at)}</span> <span>{name.slice(at + 1)}</span>
      </Link>
    </RowName>
  )
}

function SolutionLink({ of: { solution_id, solution_name, version_num } }: { of: Model }) {
  const { id: ws } = useWorkspace()
  return (
    <RowName sub={formatVersion(version_num)}>
      <Link {...paths.solution(solution_id, { ws, version: String(version_num) })} title={solution_name}>
        {solution_name}
      </Link>
    </RowName>
  )
}
