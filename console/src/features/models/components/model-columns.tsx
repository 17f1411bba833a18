import type { Model } from '@podium/contract/calls/models.ts'
import { bestOf, directionOf } from '@podium/contract/rules/figure-direction.ts'
import { Link } from '@tanstack/react-router'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import type { Target } from '../../../navigation/target.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import text from '../../../theme/text.module.css'
import { CellLines } from '../../../ui/table/cell-text.tsx'
import { type Column, RowName } from '../../../ui/table/table-rows.tsx'
import { ListTime } from '../../../ui/text/moment.tsx'
import { RunLink } from '../../runs/components/run-link.tsx'
import { ShortFigure } from '../../runs/components/short-figure.tsx'
import { AliasChip } from './alias-chips.tsx'
import styles from './model-columns.module.css'

const MAX_FIGURES = 3

/**
 * Returns the figures that become columns, the ones that most models have first: those that differ between the models,
 * and those whose name says which way is better.
 */
export function shownFigures(models: readonly Pick<Model, 'metrics'>[]): string[] {
  const values = new Map<string, number[]>()
  for (const { metrics } of models)
    for (const [name, value] of Object.entries(metrics))
      values.set(name, [...(values.get(name) ?? []), value])
  const rankOf = (name: string) => (directionOf(name) === undefined ? 1 : 0)
  const differs = (name: string) => models.length === 1 || new Set(values.get(name)).size > 1
  return [...values]
    .filter(([name]) => differs(name) || rankOf(name) === 0)
    .toSorted(
      ([one, some], [other, others]) =>
        others.length - some.length ||
        Number(differs(other)) - Number(differs(one)) ||
        rankOf(one) - rankOf(other) ||
        one.localeCompare(other),
    )
    .slice(0, MAX_FIGURES)
    .map(([name]) => name)
}

export function modelColumns(models: readonly Model[]): readonly Column<Model>[] {
  return [
    { id: 'name', header: 'Model', sortable: true, width: 'auto', cell: (row) => <ModelName of={row} /> },
    {
      id: 'solution_name',
      header: 'Solution',
      sortable: true,
      width: '18%',
      onPhone: 'whole',
      cell: (row) => <SolutionLink of={row} />,
    },
    ...shownFigures(models).map((name) => figureColumn(name, models)),
    {
      id: 'run',
      header: 'Run',
      width: '16%',
      onlyWide: true,
      onPhone: 'hidden',
      cell: ({ run_id, run_name }) => (
        <div className={styles.plain}>
          <RowName>
            <RunLink run={{ id: run_id, name: run_name }} />
          </RowName>
        </div>
      ),
    },
    {
      id: 'created_at',
      header: 'Created',
      sortable: true,
      width: '14%',
      cell: ({ created_at, created_by }) => (
        <CellLines first={<ListTime at={created_at} />} second={created_by} />
      ),
    },
  ]
}

function figureColumn(name: string, models: readonly Model[]): Column<Model> {
  const isBest = bestModel(name, models)
  return {
    id: `figure:${name}`,
    header: name,
    numeric: true,
    width: '10%',
    cell: (row) => (
      <>
        <ShortFigure of={row.metrics[name]} className={isBest(row) ? styles.best : undefined} />
        {isBest(row) && <span className={text.hidden}> (best)</span>}
      </>
    ),
  }
}

/** Returns a test that is true for the best model of each solution in a figure. If all are alike, none is the best. */
function bestModel(figure: string, models: readonly Model[]): (model: Model) => boolean {
  return ({ solution_id, metrics: { [figure]: value } }) => {
    const values = models
      .filter((other) => other.solution_id === solution_id)
      .flatMap(({ metrics }) => metrics[figure] ?? [])
    return new Set(values).size > 1 && value === bestOf(figure, values)
  }
}

function ModelName({ of: { id, name, note, aliases } }: { of: Model }) {
  const { id: ws } = useWorkspace()
  const at = name.lastIndexOf(' v ')
  return (
    <RowName sub={note || undefined}>
      <span className={styles.model}>
        <Versioned link={paths.model(id, { ws })} name={name.slice(0, at)} version={name.slice(at + 1)} />
        {aliases.map((alias) => (
          <AliasChip key={alias.name} name={alias.name} />
        ))}
      </span>
    </RowName>
  )
}

function SolutionLink({ of: { solution_id, solution_name, version_num } }: { of: Model }) {
  const { id: ws } = useWorkspace()
  return (
    <div className={styles.plain}>
      <RowName>
        <Versioned
          link={paths.solution(solution_id, { ws, version: String(version_num) })}
          name={solution_name}
          version={formatVersion(version_num)}
        />
      </RowName>
    </div>
  )
}

/** A link that cuts off a long name, but never the version after it. */
function Versioned({ link, name, version }: { link: Target; name: string; version: string }) {
  return (
    <Link {...link} title={`${name} ${version}`} className={styles.versioned}>
      <span className={text.cut}>{name}</span> <span>{version}</span>
    </Link>
  )
}
