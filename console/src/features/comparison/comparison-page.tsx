import { type ComparedRun, compareRuns, MAX_COMPARED } from '@podium/contract/calls/run-comparison.ts'
import { csvHead, csvLine } from '@podium/contract/wire/csv.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download, Plus } from 'lucide-react'
import { useState } from 'react'
import { q } from '../../api/query.ts'
import { queryPlaceholder } from '../../api/query-placeholder.tsx'
import { countOf } from '../../format/number.ts'
import { formatVersion } from '../../format/version.ts'
import type { PageContext } from '../../navigation/page.ts'
import { useNamedPage } from '../../navigation/page-name.tsx'
import { useLiveRuns } from '../../session/use-live-runs.ts'
import { useWorkspace } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { Button } from '../../ui/button/button.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { paletteColor } from '../../ui/chart/palette.ts'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ConnectionNote, Note } from '../../ui/feedback/note.tsx'
import { Select } from '../../ui/form/select.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { lazyDialog } from '../../ui/lazy/lazy.tsx'
import styles from './comparison.module.css'
import { DifferenceTable } from './difference-table.tsx'
import { differencesOf, usualBaseline } from './differences.ts'
import { PicturesCard } from './pictures-card.tsx'
import { Plots } from './plots.tsx'
import { type Comparison, idsIn, useComparison } from './use-comparison.ts'

const AddRunDialog = lazyDialog(async () => (await import('./add-run-dialog.tsx')).AddRunDialog)

/** Sorts the ids, so that a moved column causes no further read. */
const comparisonQuery = (workspace_id: string, ids: readonly string[]) =>
  q(compareRuns, { query: { workspace_id, runs: ids.toSorted().join(',') } })

export async function load({ queries, search, workspace }: PageContext) {
  const ids = idsIn(search.runs)
  if (ids.length > 1) await queries.prefetchQuery(comparisonQuery(workspace, ids))
}

export function Page() {
  const { id: ws, display_name } = useWorkspace()
  const comparison = useComparison()
  const { ids } = comparison
  const { connected } = useLiveRuns()
  const query = useQuery({
    ...comparisonQuery(ws, ids),
    enabled: ids.length > 1,
    placeholderData: keepPreviousData,
  })
  const runs = inOrder(ids, query.data?.runs)
  const title = runs ? `Compare ${countOf(runs.length, 'run')}` : 'Compare runs'
  useNamedPage(title)
  return (
    <>
      <PageHeader
        title={title}
        lead={sharedBy(runs)}
        actions={<HeadActions comparison={comparison} runs={runs} />}
      />
      <ConnectionNote connected={connected} />
      {ids.length < 2 || runs?.length === 0 ? (
        <Card flush>
          <EmptyState title="Nothing to compare yet" drawing="search">
            {nothingToCompare(ids.length, display_name)}
          </EmptyState>
        </Card>
      ) : (
        ((runs && <Compared runs={runs} comparison={comparison} />) ??
        queryPlaceholder(
          query,
          { loading: 'Loading the runs', failed: 'The runs could not be compared' },
          { rows: 8 },
        ))
      )}
    </>
  )
}

function inOrder(
  ids: readonly string[],
  runs: readonly ComparedRun[] | undefined,
): ComparedRun[] | undefined {
  return runs && ids.flatMap((id) => runs.find((run) => run.id === id) ?? [])
}

/** Returns 'Stream line-3, vision v 4' if all runs are of one stream and one version. */
function sharedBy(runs: readonly ComparedRun[] = []): string | undefined {
  const shared = new Set(
    runs.map((run) => `Stream ${run.stream_name}, ${run.solution_name} ${formatVersion(run.version_num)}`),
  )
  const [only, ...others] = shared
  return others.length === 0 ? only : undefined
}

interface HeadActionsProps {
  comparison: Comparison
  runs: readonly ComparedRun[] | undefined
}

function HeadActions({ comparison, runs = [] }: HeadActionsProps) {
  const { ids, add, link } = comparison
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      {runs.length > 0 && <CsvButton runs={runs} />}
      <CopyButton framed="normal" text={link} label="Copy link" />
      <Button
        icon={Plus}
        disabledReason={
          ids.length >= MAX_COMPARED ? `A comparison holds at most ${MAX_COMPARED} runs.` : undefined
        }
        onClick={() => setAdding(true)}
      >
        Add Run
      </Button>
      {isAdding && (
        <AddRunDialog
          ids={ids}
          onClose={() => setAdding(false)}
          onAdd={(id) => {
            setAdding(false)
            add(id)
          }}
        />
      )}
    </>
  )
}

/** Shows the plots of the runs, and the table of their differences. */
function Compared({ runs, comparison }: { runs: readonly ComparedRun[]; comparison: Comparison }) {
  const { ids, against, onlyDiffering, setOnlyDiffering, choose } = comparison
  const baseline = runs.find(({ id }) => id === against) ?? usualBaseline(runs)
  const colorOf = runColors(ids)
  const gone = ids.length - runs.length
  return (
    <div className={layout.stack}>
      {gone > 0 && (
        <Note tone="warn">
          {countOf(gone, 'run')} in this address {gone === 1 ? 'is' : 'are'} no longer in this workspace.
        </Note>
      )}
      <Plots runs={runs} comparison={comparison} colorOf={colorOf} />
      <Card
        title="Differences"
        note={
          <span className={classNames(text.small, styles.only)}>
            <Switch
              label="Only differences"
              checked={onlyDiffering}
              onChange={(event) => setOnlyDiffering(event.currentTarget.checked)}
            />
          </span>
        }
        trailing={
          <Select
            small
            className={styles.baseline}
            aria-label="Baseline"
            value={baseline?.id ?? ''}
            options={runs.map(({ id, name }) => ({ value: id, label: `Baseline: ${name}` }))}
            onChange={(event) => choose({ against: event.currentTarget.value })}
          />
        }
        flush
      >
        <DifferenceTable
          runs={runs}
          groups={differencesOf(runs)}
          baseline={baseline ? runs.indexOf(baseline) : 0}
          comparison={comparison}
          colorOf={colorOf}
        />
      </Card>
      <PicturesCard runs={runs} />
    </div>
  )
}

function nothingToCompare(chosen: number, workspace: string): string {
  if (chosen === 0)
    return 'A comparison holds 2 to 20 runs: add them here, or choose them in the list of runs.'
  return chosen === 1
    ? 'One run is chosen. Add the run to compare it with.'
    : `These runs are no longer in ${workspace}.`
}

/** Indices into the palette, beginning with colours that are easy to tell from each other, the accent and a failure. */
const IN_USE = [0, 4, 3, 1, 5, 12, 9, 13, 7, 10, 11, 6, 15, 18, 16, 14, 19, 17, 2, 8]

/** Returns the colour of each compared run, independent of their order. */
function runColors(ids: readonly string[]): (id: string) => string {
  const sorted = ids.toSorted()
  return (id) => paletteColor(IN_USE[sorted.indexOf(id) % IN_USE.length] ?? 0)
}

/** Saves all rows of the table with full values, including identical ones. */
function CsvButton({ runs }: { runs: readonly ComparedRun[] }) {
  return (
    <Button icon={Download} onClick={() => save(csvOf(runs))}>
      CSV
    </Button>
  )
}

function csvOf(runs: readonly ComparedRun[]): string {
  const rows = differencesOf(runs).flatMap(({ title, rows }) =>
    rows.map(({ name, numeric, cells }) =>
      csvLine([title, name, ...cells.map(({ whole }) => (numeric && whole !== '' ? Number(whole) : whole))]),
    ),
  )
  return csvHead(['group', 'name', ...runs.map(({ name }) => name)]) + rows.join('')
}

function save(text: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  link.download = 'comparison.csv'
  link.click()
  URL.revokeObjectURL(link.href)
}
