import { whyNot } from '@podium/contract/permissions.ts'
import { RUN_STATES, type ShownState, shownState } from '@podium/contract/run-state.ts'
import type { Stream } from '@podium/contract/streams.ts'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, Pencil, Play, Trash2 } from 'lucide-react'
import { countOf } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { useMaker } from '../../../session/use-caller.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import { TwistButton } from '../../../ui/button/twist-button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { RunStrip } from '../../../ui/drawing/run-strip.tsx'
import { Menu } from '../../../ui/menu/menu.tsx'
import table from '../../../ui/table/table.module.css'
import { Moment } from '../../../ui/text/moment.tsx'
import { useRemoval } from '../components/use-removal.tsx'
import styles from './model-list.module.css'

interface StreamRowProps {
  stream: Stream
  open: boolean
  onToggle: () => void
}

/** A stream with the model it has reached and how its last runs went. */
export function StreamRow({ stream, open, onToggle }: StreamRowProps) {
  const { id: ws } = useWorkspace()
  const navigate = useNavigate()
  const remove = useRemoval()
  const makerOf = useMaker()
  const maker = makerOf(stream.created_by)
  return (
    <tr className={table.branch}>
      <td className={styles.first}>
        <span className={styles.streamName}>
          <TwistButton open={open} label={`Runs of ${stream.name}`} onToggle={onToggle} />
          <b className={styles.cut} title={stream.name}>
            {stream.name}
          </b>
        </span>
      </td>
      <td>{formatVersion(stream.newest_model)}</td>
      <td>
        <RunStrip states={stream.last_states.flatMap(shown)} />
      </td>
      <td colSpan={4} className={styles.fact}>
        {countOf(stream.run_count, 'run')}
        {stream.last_run_at !== null && (
          <>
            , the last <Moment at={stream.last_run_at} />
          </>
        )}
      </td>
      <td className={classNames(table.menuCell, styles.menuCell)}>
        <Menu
          trigger={<IconButton icon={Ellipsis} label={`More for ${stream.name}`} />}
          items={[
            {
              label: 'New Run',
              icon: Play,
              reason: whyNot('run.start', maker),
              onSelect: () => void navigate(paths.newRun({ stream: stream.id, ws })),
            },
            {
              label: 'Edit',
              icon: Pencil,
              reason: whyNot('stream.edit', maker),
              onSelect: () => void navigate(paths.instance(stream.instance_id, { ws, stream: stream.id })),
            },
            'divider',
            {
              label: 'Delete',
              icon: Trash2,
              removes: true,
              reason: whyNot('stream.delete', maker),
              onSelect: () => void remove({ kind: 'stream', id: stream.id, name: stream.name }),
            },
          ]}
        />
      </td>
    </tr>
  )
}

function shown(word: string): ShownState[] {
  const state = RUN_STATES.find((known) => known === word)
  return state ? [shownState(state)] : []
}
