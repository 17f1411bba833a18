import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../../navigation/paths.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { SegmentedControl } from '../../../ui/form/radio-group.tsx'

/** The two ways to see what a workspace trains and serves. */
export function ModelViewSwitch({ view }: { view: 'runs' | 'instances' }) {
  const { id: ws } = useWorkspace()
  const navigate = useNavigate()
  return (
    <SegmentedControl
      label="View"
      small
      value={view}
      onChange={(next) => void navigate(next === 'runs' ? paths.models({ ws }) : paths.instances({ ws }))}
      segments={[
        { value: 'runs', label: 'Runs' },
        { value: 'instances', label: 'Instances' },
      ]}
    />
  )
}
