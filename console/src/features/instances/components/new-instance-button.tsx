import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { paths } from '../../../navigation/paths.ts'
import { shortcutOf } from '../../../navigation/shortcuts.ts'
import { useDisabledReason } from '../../../session/use-caller.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { Button } from '../../../ui/button/button.tsx'

/** In the head of the list of instances, and in the list while it is empty. */
export function NewInstanceButton() {
  const { id: ws } = useWorkspace()
  const navigate = useNavigate()
  const disabledReason = useDisabledReason('instance.create')
  return (
    <Button
      {...shortcutOf('main')}
      kind="primary"
      icon={Plus}
      disabledReason={disabledReason}
      onClick={() => void navigate(paths.newInstance({ ws }))}
    >
      New Instance
    </Button>
  )
}
