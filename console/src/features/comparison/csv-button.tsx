import type { ComparedRun } from '@podium/contract/calls/run-comparison.ts'
import { csvHead, csvLine } from '@podium/contract/wire/csv.ts'
import { Download } from 'lucide-react'
import { Button } from '../../ui/button/button.tsx'
import { differencesOf } from './differences.ts'

/** Saves all rows of the table with full values, including identical ones. */
export function CsvButton({ runs }: { runs: readonly ComparedRun[] }) {
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
