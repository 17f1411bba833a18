import { listOwnAccessRequests, type OwnAccessRequest } from '@podium/contract/calls/access-requests.ts'
import { roleLabels } from '@podium/contract/rules/permissions.ts'
import { useQuery } from '@tanstack/react-query'
import { q } from '../../api/query.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../../ui/class-names.ts'
import { ListTime } from '../../ui/text/moment.tsx'
import { RequestState } from './request-state.tsx'

const LOOK_MS = 5_000

/** The person's access requests. They are read every few seconds, because others decide them. */
export function useOwnRequests(): readonly OwnAccessRequest[] {
  const { data } = useQuery({ ...q(listOwnAccessRequests), refetchInterval: LOOK_MS, staleTime: 0 })
  return data?.access_requests ?? []
}

/** Lists the person's requests with their outcome. */
export function OwnRequests({ requests }: { requests: readonly OwnAccessRequest[] }) {
  if (requests.length === 0) return null
  return (
    <section aria-label="Your requests" className={layout.stackTight}>
      <h3>Your requests</h3>
      <ul className={layout.stackClose}>
        {requests.map((request) => (
          <li key={request.id}>
            <span className={layout.between}>
              <span className={text.cut}>
                <b className={text.strong}>{request.workspace_name}</b> as {roleLabels[request.role]}
              </span>
              <RequestState of={request} />
            </span>
            <p className={classNames(text.small, text.muted)}>
              {request.answer === '' ? (
                <>
                  Asked <ListTime at={request.created_at} />
                </>
              ) : (
                request.answer
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
