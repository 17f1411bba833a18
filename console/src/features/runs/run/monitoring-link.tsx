import { messages } from '@podium/contract/rules.ts'
import { type RunInfo, readMonitoring } from '@podium/contract/runs.ts'
import { useQuery } from '@tanstack/react-query'
import { sentenceFor } from '../../../api/api-error.ts'
import { q } from '../../../api/query.ts'
import { useAlert } from '../../../ui/dialog/use-alert.ts'

const NOT_CONFIGURED = 'No monitoring is configured here. An administrator of the server can name a Grafana.'

/** The run's monitoring. Without an address it stays a link, and says why when pressed. */
export function MonitoringLink({ run: { id } }: { run: RunInfo }) {
  const { data, error, isPending } = useQuery(q(readMonitoring, { params: { id } }))
  const showAlert = useAlert()
  const url = data?.url ?? undefined
  const reason = error ? sentenceFor(error) : data?.detail
  return (
    <a
      href={url ?? '#monitoring'}
      target={url && '_blank'}
      rel="noopener noreferrer"
      aria-busy={isPending}
      onClick={(event) => {
        if (url) return
        event.preventDefault()
        if (reason === undefined) return
        void showAlert(
          'error',
          messages.not_working,
          reason === messages.not_working ? NOT_CONFIGURED : reason,
        )
      }}
    >
      Open monitoring
    </a>
  )
}
