import { editSchedule, readSchedule, type Schedule } from '@podium/contract/calls/schedules.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { q } from '../../api/query.ts'
import type { PageContext } from '../../navigation/page.ts'
import { paths } from '../../navigation/paths.ts'
import { useRecordId } from '../../navigation/use-address.ts'
import { RecordForm } from '../../record/record-form.tsx'
import { RecordPage } from '../../record/record-page.tsx'
import { useRecordForm } from '../../record/use-record-form.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { FormColumns, FormSidebar } from '../../ui/form/form-frame.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { LastTimesCard, NextTimesCard } from './schedule-cards.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import { scheduleChanges, scheduleProblems, sentValues, valuesOf } from './schedule-values.ts'

const scheduleQuery = (id: string) => q(readSchedule, { params: { id } })

export async function load({ queries, params }: PageContext) {
  await queries.prefetchQuery(scheduleQuery(params.id ?? ''))
}

export function Page() {
  const id = useRecordId()
  return (
    <RecordPage
      query={useQuery(scheduleQuery(id))}
      title="Edit Schedule"
      noun="schedule"
      name={({ stream_name }) => `${stream_name}, Edit Schedule`}
      back={{ target: paths.workspaces(), label: 'All workspaces' }}
    >
      {(schedule) => <EditSchedule key={id} schedule={schedule} />}
    </RecordPage>
  )
}

function EditSchedule({ schedule }: { schedule: Schedule }) {
  const { id, workspace_id, stream_name, runs_as, revision, active, detail } = schedule
  const navigate = useNavigate()
  const leave = () => void navigate(paths.workspace(workspace_id, { tab: 'schedules' }))
  const form = useRecordForm({
    name: `Edit Schedule ${id}`,
    values: valuesOf(schedule),
    record: { revision, valuesOf },
    problems: scheduleProblems,
    changes: scheduleChanges,
    mode: 'edit',
    save: (values, base, send) =>
      send(editSchedule, { params: { id }, body: { ...sentValues(values), revision: base.revision } }),
    onSaved: leave,
  })
  return (
    <>
      <PageHeader
        title="Edit Schedule"
        lead={`${stream_name} runs with the permissions of ${runs_as}. If you change the schedule, it runs with yours from then on.`}
      />
      {!active && (
        <Note tone="warn">{detail || 'This schedule is off.'} Turn it on in the list of schedules.</Note>
      )}
      <FormColumns>
        <RecordForm label="Edit Schedule" form={form} onCancel={leave}>
          <ScheduleFields form={form} workspaceId={workspace_id} isEdit />
        </RecordForm>
        <FormSidebar label="About the schedule">
          <NextTimesCard values={form.values} workspaceId={workspace_id} />
          <LastTimesCard id={id} workspaceId={workspace_id} />
        </FormSidebar>
      </FormColumns>
    </>
  )
}
