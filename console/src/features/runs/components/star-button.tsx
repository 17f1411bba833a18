import { describeRun, type RunInfo } from '@podium/contract/calls/runs.ts'
import { Star } from 'lucide-react'
import { shortcutOf } from '../../../navigation/shortcuts.ts'
import { useChange } from '../../../record/use-change.ts'
import { useDisabledReason } from '../../../session/use-caller.ts'
import { IconButton } from '../../../ui/button/icon-button.tsx'
import styles from './star-button.module.css'

export function StarButton({ run: { id, name, star } }: { run: Pick<RunInfo, 'id' | 'name' | 'star'> }) {
  const disabledReason = useDisabledReason('run.describe')
  const { change } = useChange<void>({
    change: (_, send) => send(describeRun, { params: { id }, body: { star: !star } }),
    failed: 'The star could not be saved.',
  })
  return (
    <span className={star ? styles.starred : undefined}>
      <IconButton
        icon={Star}
        label={`Star ${name}`}
        aria-pressed={star}
        {...shortcutOf('star', `Star ${name}`)}
        disabledReason={disabledReason}
        onClick={() => void change()}
      />
    </span>
  )
}
