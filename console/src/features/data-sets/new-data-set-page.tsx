import { createDataSet } from '@podium/contract/calls/data-sets.ts'
import { DATA_SET_NAME } from '@podium/contract/rules/data-set-address.ts'
import { limits, messages } from '@podium/contract/rules/rules.ts'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../navigation/paths.ts'
import { RecordForm } from '../../record/record-form.tsx'
import { useRecordForm } from '../../record/use-record-form.tsx'
import { useWorkspace } from '../../session/use-session.ts'
import { FormColumns } from '../../ui/form/form-frame.tsx'
import { TextAreaField, TextField } from '../../ui/form/text-field.tsx'
import type { Messages } from '../../ui/form/use-fields.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Code } from '../../ui/text/mono.tsx'

type Values = { name: string; note: string }

function problems({ name, note }: Values): Messages<Values> {
  return {
    name: nameProblem(name.trim()),
    note: note.length > limits.description ? `Use at most ${limits.description} characters.` : undefined,
  }
}

function nameProblem(name: string): string | undefined {
  if (name === '') return messages.required
  return DATA_SET_NAME.test(name)
    ? undefined
    : "Use letters, digits, '.', '_' and '-', at most 100, and a letter or digit first."
}

export function Page() {
  const navigate = useNavigate()
  const { id: ws } = useWorkspace()
  const form = useRecordForm({
    name: 'New Data Set',
    values: { name: '', note: '' },
    problems,
    mode: 'create',
    question: ({ name }) => name.trim(),
    save: ({ name, note }, _base, send) =>
      send(createDataSet, { query: { workspace_id: ws }, body: { name: name.trim(), note: note.trim() } }),
    refusalByField: (error) => (error.status === 409 ? { name: error.message } : undefined),
    onSaved: ({ id }) => void navigate(paths.dataSet(id, { ws })),
  })
  return (
    <>
      <PageHeader title="New Data Set" lead="Next, you add files. They become version 1." />
      <FormColumns length="short">
        <RecordForm
          label="New Data Set"
          form={form}
          submit="Create Data Set"
          onCancel={() => void navigate(paths.dataSets({ ws }))}
        >
          <TextField
            {...form.field('name')}
            label="Name"
            mono
            required
            placeholder="weld-images"
            help={
              <>
                Letters, digits, dots, underscores and hyphens. Address: <Code>data-set://name</Code>
              </>
            }
          />
          <TextAreaField
            {...form.field('note')}
            label="Note"
            mark="optional"
            rows={3}
            placeholder="What these files are"
          />
        </RecordForm>
      </FormColumns>
    </>
  )
}
