import { csvLine } from '@podium/contract/csv.ts'
import { Download } from 'lucide-react'
import { Button } from '../../../ui/button/button.tsx'
import type { DifferenceGroup } from './differences.ts'

interface CsvButtonProps {
  /** the heads of the columns */
  names: readonly string[]
  groups: readonly DifferenceGroup[]
}

/** Saves all rows of the table, also those that do not differ, with their values in full. */
export function CsvButton({ names, groups }: CsvButtonProps) {
  return (
    <Button icon={Download} small onClick={() => save(csvOf(names, groups))}>
      CSV
    </Button>
  )
}

function csvOf(names: readonly string[], groups: readonly DifferenceGroup[]): string {
  const rows = groups.flatMap(({ title, rows }) =>
    rows.map(({ name, numeric, cells }) =>
      csvLine([title, name, ...cells.map(({ whole }) => (numeric && whole !== '' ? Number(whole) : whole))]),
    ),
  )
  return csvLine(['group', 'name', ...names]) + rows.join('')
}

function save(text: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  link.download = 'comparison.csv'
  link.click()
  URL.revokeObjectURL(link.href)
}
