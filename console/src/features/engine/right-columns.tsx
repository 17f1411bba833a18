import type { EngineRight } from '@podium/contract/calls/system.ts'
import text from '../../theme/text.module.css'
import type { Column } from '../../ui/table/table-rows.tsx'
import { Chip } from '../../ui/text/chip.tsx'
import styles from './engine.module.css'

export const rightColumns: readonly Column<EngineRight>[] = [
  {
    id: 'purpose',
    header: 'Purpose',
    cell: ({ purpose }) => <span className={text.strong}>{purpose}</span>,
  },
  { id: 'state', header: 'State', cell: (right) => <RightState of={right} /> },
  { id: 'asks', header: 'Permission', cell: (right) => <Asks of={right} /> },
  { id: 'place', header: 'Where', cell: ({ place }) => place },
]

export function isGiven({ asks }: EngineRight): boolean {
  return asks.every(({ is_allowed }) => is_allowed)
}

function RightState({ of: right }: { of: EngineRight }) {
  if (isGiven(right)) return <Chip tone="good">allowed</Chip>
  const { without } = right
  return (
    <span>
      <Chip tone={without === null ? 'bad' : 'warn'}>missing</Chip>
      <span className={text.sub}>{without ?? 'Without it runs do not work.'}</span>
    </span>
  )
}

/** Lists the rights in the words of the service that grants them, and marks the missing ones. */
function Asks({ of: { asks } }: { of: EngineRight }) {
  return (
    <ul className={styles.asks}>
      {asks.map(({ name, is_allowed }) => (
        <li key={name} className={text.mono}>
          <span translate="no">{name}</span>
          {!is_allowed && <span className={text.crimson}> missing</span>}
        </li>
      ))}
    </ul>
  )
}
