import { whyNot } from '@podium/contract/permissions.ts'
import { RUN_STATES, type ShownState, shownState } from '@podium/contract/run-state.ts'
import { deleteStream, type Stream } from '@podium/contract/streams.ts'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, Play, Trash2 } from 'lucide-react'
import { countOf } from '../../../format/number.ts'
import { formatVersion } from '../../../format/version.ts'
import { paths } from '../../../navigation/paths.ts'
import { useMaker } from '../../../session/use-caller.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { RunStrip } from '../../../ui/run-strip.tsx'
import table from '../../../ui/table.module.css'
import { TwistButton } from '../../../ui/twist-button.tsx'
import { withStream } from '../actions/consequences.ts'
import { useDelete } from '../actions/use-delete.tsx'
import styles from './model-list.module.css'

interface StreamRowProps {
  stream: Stream
  /** the name of the instance that goes with it, where it is coupled to one */
  coupled: string | null
  open: boolean
  onToggle: () => void
}

/** A stream with the model it has reached and how its last runs went. */
export function StreamRow({ stream, coupled, open, onToggle }: StreamRowProps) {
  const { id: ws } = useWorkspace()
  const navigate = useNavigate()
  const remove = useDelete()
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
            'divider',
            {
              label: 'Delete',
              icon: Trash2,
              removes: true,
              reason: whyNot('stream.delete', maker),
              onSelect: () =>
                void remove({
                  route: deleteStream,
                  id: stream.id,
                  consequences: withStream(stream, coupled),
                }),
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
