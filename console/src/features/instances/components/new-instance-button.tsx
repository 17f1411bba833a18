import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { MainButton } from '../../../navigation/main-button.tsx'
import { paths } from '../../../navigation/paths.ts'
import { useDisabledReason } from '../../../session/use-caller.ts'
import { useWorkspace } from '../../../session/use-session.ts'

/** Used in the header of the list of instances, and in the list while it is empty. */
export function NewInstanceButton() {
  const { id: ws } = useWorkspace()
  const navigate = useNavigate()
  const disabledReason = useDisabledReason('instance.create')
  return (
    <MainButton
      icon={Plus}
      disabledReason={disabledReason}
      onClick={() => void navigate(paths.newInstance({ ws }))}
    >
      New Instance
    </MainButton>
  )
}
