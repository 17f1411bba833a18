import type { Instance } from '@podium/contract/instances.ts'
import { readVersion } from '@podium/contract/solutions.ts'
import { readStream } from '@podium/contract/streams.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../../api/query.ts'
import { insteadOf } from '../../../api/query-instead.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { StreamForm } from './stream-form.tsx'

interface StreamDialogProps {
  instance: Instance
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
  const found = useQuery({ ...q(readStream, { params: { id: stream } }), enabled: !isNew })
  if (version.data && (isNew || found.data))
    return <StreamForm instance={instance} version={version.data} found={found.data} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={isNew ? 'New stream' : 'Edit stream'}
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      {insteadOf(isNew || version.error ? version : found, WORDS, { rows: 3 })}
    </Dialog>
  )
}
