import { whyNot } from '@podium/contract/permissions.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { Ellipsis, Pencil, Play, Trash2 } from 'lucide-react'
import { countOf } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { useMaker } from '../../../session/use-caller.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { TwistButton } from '../../../ui/button/twist-button.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'
import table from '../../../ui/table/table.module.css'
import { Chip } from '../../../ui/text/chip.tsx'
import { OperationStatus } from '../components/operation-status.tsx'
import { useRemoval } from '../components/use-removal.tsx'
import styles from './model-list.module.css'
import type { InstanceGroup } from './model-query.ts'

const DRAFT = 'This instance is a draft. Complete it before using it.'
const COUPLED = 'It is coupled to its one stream. Start the run on that stream.'

interface InstanceRowProps {
  group: InstanceGroup
  open: boolean
  onToggle: () => void
}

/** The head of a group: which version runs under which name, and how it is doing. */
export function InstanceRow({ group, open, onToggle }: InstanceRowProps) {
  const { instance_id, instance_name, solution_id, solution_name, streams } = group
  const { id: ws } = useWorkspace()
  const navigate = useNavigate()
  const remove = useRemoval()
  const makerOf = useMaker()
  const maker = makerOf(group.created_by)
  const serves = group.coupled && streams.length > 0 ? COUPLED : undefined

  return (
    <tr className={table.group}>
      <td colSpan={8}>
        <div className={styles.instance}>
          <TwistButton open={open} label={`Streams of ${instance_name}`} onToggle={onToggle} />
          <Link
            {...paths.instance(instance_id, { ws })}
            className={styles.instanceName}
            title={instance_name}
          >
            {instance_name}
          </Link>
          <Link {...paths.solution(solution_id, { ws })} className={styles.quietLink}>
            {solution_name} {formatVersion(group.version_num)}
          </Link>
          <Chip tone="outline">{group.coupled ? 'coupled' : 'decoupled'}</Chip>
          <OperationStatus status={group.operation_status} />
          <span className={styles.fact}>{countOf(streams.length, 'stream')}</span>
          <span className={styles.menu}>
            <Menu
              trigger={<IconButton icon={Ellipsis} label={`More for ${instance_name}`} />}
              items={[
                {
                  label: 'New Run',
                  icon: Play,
                  reason: whyNot('run.start', maker) ?? (group.draft ? DRAFT : serves),
                  onSelect: () => void navigate(paths.newRun({ instance: instance_id, ws })),
                },
                {
                  label: 'Edit',
                  icon: Pencil,
                  reason: whyNot('instance.edit', maker),
                  onSelect: () => void navigate(paths.instance(instance_id, { ws, edit: '1' })),
                },
                'divider',
                {
                  label: 'Delete',
                  icon: Trash2,
                  removes: true,
                  reason: whyNot('instance.delete', maker),
                  onSelect: () => void remove({ kind: 'instance', id: instance_id, name: instance_name }),
                },
              ]}
            />
          </span>
        </div>
      </td>
    </tr>
  )
}
