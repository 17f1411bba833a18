import { createSchedule } from '@podium/contract/calls/schedules.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { cronWords } from '@podium/contract/rules/cron-words.ts'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../navigation/paths.ts'
import { useAddress } from '../../navigation/use-address.ts'
import { RecordForm } from '../../record/record-form.tsx'
import { useRecordForm } from '../../record/use-record-form.tsx'
import { FormColumns, FormSidebar } from '../../ui/form/form-frame.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { loadWorkspace, WorkspaceRecord } from '../workspaces/components/workspace-record.tsx'
import { NextTimesCard } from './schedule-cards.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import { emptyValues, scheduleProblems, sentValues } from './schedule-values.ts'

export const load = loadWorkspace

export function Page() {
  return (
    <WorkspaceRecord title="New Schedule">
      {(workspace) => <NewSchedule key={workspace.id} workspace={workspace} />}
    </WorkspaceRecord>
  )
}

function NewSchedule({ workspace: { id, display_name } }: { workspace: Workspace }) {
  const navigate = useNavigate()
  const { search } = useAddress()
  const leave = () => void navigate(paths.workspace(id, { tab: 'schedules' }))
  const form = useRecordForm({
    name: 'New Schedule',
    values: emptyValues(search.stream ?? ''),
    problems: scheduleProblems,
    mode: 'create',
    question: ({ cron, time_zone, pipeline }) => `${cronWords(cron)}, ${time_zone}: ${pipeline}`,
    save: (values, _, send) =>
      send(createSchedule, {
        query: { workspace_id: id },
        body: { ...sentValues(values), stream_id: values.stream_id },
      }),
    onSaved: leave,
  })
  return (
    <>
      <PageHeader
        title="New Schedule"
        lead={`Runs start with your permissions. The schedule pauses if you leave ${display_name}.`}
      />
      <FormColumns>
        <RecordForm label="New Schedule" form={form} onCancel={leave}>
          <ScheduleFields form={form} workspaceId={id} />
        </RecordForm>
        <FormSidebar label="About the schedule">
          <NextTimesCard values={form.values} workspaceId={id} />
        </FormSidebar>
      </FormColumns>
    </>
  )
}
