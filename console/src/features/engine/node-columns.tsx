import type { EngineNode, Resources } from '@podium/contract/calls/system.ts'
import { NOTHING } from '../../format/nothing.ts'
import text from '../../theme/text.module.css'
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx'
import { type Column, RowName } from '../../ui/table/table-rows.tsx'
import { Chip } from '../../ui/text/chip.tsx'
import { gibText, twoDecimals } from '../runs/components/tier-words.ts'
import styles from './engine.module.css'

/**
 * @param isShared true if a CPU may be promised to several runs
 * @param isWaiting true if a run waits: only then is a full node shown as a warning
 */
export const nodeColumns = (isShared: boolean, isWaiting: boolean): readonly Column<EngineNode>[] => [
  {
    id: 'name',
    header: 'Node',
    cell: ({ name, instance_type }) => <RowName sub={instance_type ?? undefined}>{name}</RowName>,
  },
  { id: 'state', header: 'State', cell: ({ refusal }) => <NodeState refusal={refusal} /> },
  {
    id: 'cpu',
    header: isShared ? 'CPU promised' : 'CPU in use',
    cell: (node) => <InUse of={node} what="cpu" name="CPU" shown={twoDecimals} isWaiting={isWaiting} />,
  },
  {
    id: 'memory',
    header: 'Memory in use',
    cell: (node) => (
      <InUse of={node} what="memory_mib" name="memory" shown={gibText} unit=" GiB" isWaiting={isWaiting} />
    ),
  },
  {
    id: 'gpu',
    header: 'GPU in use',
    cell: (node) => <InUse of={node} what="gpu" name="GPU" shown={String} isWaiting={isWaiting} />,
  },
]

function NodeState({ refusal }: Pick<EngineNode, 'refusal'>) {
  if (refusal === null) return <Chip tone="good">ready</Chip>
  return (
    <span>
      <Chip tone="warn">not ready</Chip>
      <span className={text.sub}>{refusal}</span>
    </span>
  )
}

interface InUseProps {
  of: EngineNode
  what: keyof Resources
  name: string
  shown: (amount: number) => string
  unit?: string
  isWaiting: boolean
}

/** Shows how much of a resource is in use, as a bar and in numbers; a dash if the node has none of it. */
function InUse({ of: node, what, name, shown, unit = '', isWaiting }: InUseProps) {
  const capacity = node.capacity[what]
  if (capacity === 0) return NOTHING
  const used = capacity - node.free[what]
  const tone = isWaiting && used >= capacity ? 'warn' : 'running'
  return (
    <span className={styles.meter}>
      <ProgressBar label={`${name} of ${node.name} in use`} percent={(used / capacity) * 100} tone={tone} />
      <span className={text.note}>
        {shown(used)} of {shown(capacity)}
        {unit}
      </span>
    </span>
  )
}
