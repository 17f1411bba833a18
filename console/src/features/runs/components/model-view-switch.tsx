import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../../navigation/paths.ts'
import { useWorkspace } from '../../../session/use-session.ts'
import { SegmentedControl } from '../../../ui/form/radio-group.tsx'
import { type InferenceView, useInferenceView, VIEWS } from './inference-view.ts'

/** The ways to see what a workspace trains and serves. */
export function ModelViewSwitch({ view }: { view: InferenceView }) {
  const { id: ws } = useWorkspace()
  const navigate = useNavigate()
  const { keep } = useInferenceView()
  return (
    <SegmentedControl
      label="View"
      small
      value={view}
      onChange={(next) => {
        void keep(next)
        void navigate(paths.models({ ws, view: next }))
      }}
      segments={VIEWS}
    />
  )
}
