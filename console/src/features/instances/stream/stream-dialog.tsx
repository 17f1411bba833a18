import type { InstanceDetail } from '@podium/contract/instances.ts'
import { readVersion } from '@podium/contract/solutions.ts'
import { readStream } from '@podium/contract/streams.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import { insteadOf } from '../../../api/query-instead.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { instanceStreams } from '../detail/instance-streams.ts'
import { StreamForm } from './stream-form.tsx'

interface StreamDialogProps {
  instance: InstanceDetail
  /** the id of the stream to change, or 'new' */
  stream: string
  onClose: () => void
}

const WORDS = { loading: 'Loading the stream', failed: 'The stream could not be read' }

/** Makes a stream on the instance, or changes one. */
export function StreamDialog({ instance, stream, onClose }: StreamDialogProps) {
  const isNew = stream === 'new'
  const params = { id: instance.solution_id, n: instance.version_num }
  const version = useQuery(q(readVersion, { params }))
  const others = useQuery(instanceStreams(instance.workspace_id, instance.id))
  const found = useQuery({ ...q(readStream, { params: { id: stream } }), enabled: !isNew })
  if (version.data && (isNew ? !others.isPending : found.data)) {
    const taken = (others.data?.streams ?? []).map(({ name }) => name)
    return (
      <StreamForm
        instance={instance}
        version={version.data}
        found={found.data}
        taken={taken}
        onClose={onClose}
      />
    )
  }
  const waited = isNew ? others : found
  return (
    <Dialog
      open
      onClose={onClose}
      title={isNew ? 'New stream' : 'Edit stream'}
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      {insteadOf(version.data ? waited : version, WORDS, { rows: 3 })}
    </Dialog>
  )
}
