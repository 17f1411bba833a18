import type { Instance } from '@podium/contract/instances.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Ellipsis, Pencil, Play, Plus, Trash2 } from 'lucide-react'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { useMaker } from '../../../session/use-caller.ts'
import { Button } from '../../../ui/button/button.tsx'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'
import { Chip } from '../../../ui/text/chip.tsx'
import { OperationStatus } from '../../runs/components/operation-status.tsx'
import { useRemoval } from '../../runs/components/use-removal.tsx'
import { instanceReasons } from '../components/instance-actions.ts'
import styles from './detail.module.css'
import { instanceStreams } from './instance-streams.ts'

interface InstanceHeadProps {
  instance: Instance
  onNewStream: () => void
}

/** What it is bound to, and what can be done with it. */
export function InstanceHead({ instance, onNewStream }: InstanceHeadProps) {
  const { id, name, description, workspace_id: ws, draft, coupled, solution_name, version_num } = instance
  const navigate = useNavigate()
  const remove = useRemoval()
  const makerOf = useMaker()
  const reasons = instanceReasons(instance, makerOf(instance.created_by))
  const { data } = useQuery(instanceStreams(ws, id))
  const newest = data?.streams[0]

  /** On the newest stream where there is one; the form leads to others and to a new one. */
  function newRun() {
    void navigate(paths.newRun({ ws, ...(newest ? { stream: newest.id } : { instance: id }) }))
  }
  return (
    <PageHeader
      title={name}
      beside={
        <>
          <Chip tone="outline">{coupled ? 'coupled' : 'decoupled'}</Chip>
          <OperationStatus status={instance.operation_status} />
        </>
      }
      lead={
        <span className={styles.lead}>
          {description !== '' && `${description.trimEnd().replace(/(?<![.!?…])$/, '.')} `}On{' '}
          <Link {...paths.solution(instance.solution_id, { ws, version: String(version_num) })}>
            {solution_name} {formatVersion(version_num)}
          </Link>
        </span>
      }
      actions={
        <>
          <Menu
            trigger={<IconButton outline icon={Ellipsis} label={`More for ${name}`} />}
            items={[
              { label: 'New stream', icon: Plus, reason: reasons.stream, onSelect: onNewStream },
              'divider',
              {
                label: 'Delete',
                icon: Trash2,
                removes: true,
                reason: reasons.delete,
                onSelect: () =>
                  void remove({ kind: 'instance', id, name }, () =>
                    navigate({ ...paths.instances({ ws }), replace: true }),
                  ),
              },
            ]}
          />
          <Button
            icon={Pencil}
            kind={draft ? 'primary' : 'outline'}
            reason={reasons.edit}
            onClick={() => void navigate(paths.instance(id, { ws, edit: '1' }))}
          >
            {draft ? 'Complete' : 'Edit'}
          </Button>
          <Button icon={Play} kind={draft ? 'outline' : 'primary'} reason={reasons.run} onClick={newRun}>
            New Run
          </Button>
        </>
      }
    />
  )
}
