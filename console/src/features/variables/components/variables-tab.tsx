import {
  deleteVariable,
  exportVariables,
  listVariables,
  type Variable,
} from '@podium/contract/calls/variables.ts'
import type { Workspace } from '@podium/contract/calls/workspaces.ts'
import { Download, Lock, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { addressOf } from '../../../api/address-of.ts'
import { NOTHING } from '../../../format/nothing.ts'
import { MainButton } from '../../../navigation/main-button.tsx'
import { ListTable } from '../../../record/list-table.tsx'
import { type DeletionTarget, useDeletion } from '../../../record/use-deletion.tsx'
import { useList } from '../../../record/use-list.ts'
import layout from '../../../theme/layout.module.css'
import text from '../../../theme/text.module.css'
import { LinkButton } from '../../../ui/button/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { CellLines, CellText } from '../../../ui/table/cell-text.tsx'
import { type Column, RowName } from '../../../ui/table/table-rows.tsx'
import { Chip } from '../../../ui/text/chip.tsx'
import { Moment } from '../../../ui/text/moment.tsx'
import { VariableDialog } from '../variable-dialog.tsx'

interface VariablesTabProps {
  workspace: Workspace
  /** why the person may change none */
  disabledReason: string | undefined
}

/** The variables in the environment of the workspace's runs, and the secrets in their files. */
export function VariablesTab({ workspace, disabledReason }: VariablesTabProps) {
  const { id, display_name } = workspace
  const params = { id }
  const list = useList(listVariables, ({ variables }) => variables, { params })
  const [edited, setEdited] = useState<Variable | 'new'>()
  const { remove } = useDeletion('variable')
  const add = (
    <MainButton small icon={Plus} disabledReason={disabledReason} onClick={() => setEdited('new')}>
      New Variable
    </MainButton>
  )
  return (
    <>
      <ListTable<Variable>
        list={list}
        name="Variables and secrets"
        noun="variable"
        columns={columns}
        rowId={({ name }) => name}
        rowName={({ name }) => name}
        searched="Search name"
        menu={(variable) => [
          { label: 'Edit', icon: Pencil, disabledReason, onSelect: () => setEdited(variable) },
          'divider',
          {
            label: 'Delete',
            removes: true,
            disabledReason,
            onSelect: () => void remove(targetOf(id, variable)),
          },
        ]}
        empty={
          <EmptyState title="No variables yet" action={add}>
            Runs find a variable in their environment. A secret is encrypted, and its value is never shown
            again.
          </EmptyState>
        }
        trailing={
          list.isEmpty ? undefined : (
            <div className={layout.row}>
              <LinkButton
                icon={Download}
                small
                href={addressOf(exportVariables, { params })}
                download={`variables-${display_name}.json`}
              >
                Export JSON
              </LinkButton>
              {add}
            </div>
          )
        }
      />
      {edited && (
        <VariableDialog
          workspaceId={id}
          variable={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  )
}

const columns: readonly Column<Variable>[] = [
  {
    id: 'name',
    header: 'Name',
    sortable: true,
    width: '20%',
    cell: ({ name }) => (
      <RowName>
        <CellText of={name} mono />
      </RowName>
    ),
  },
  {
    id: 'kind',
    header: 'Kind',
    width: '12%',
    onPhone: 'title',
    cell: ({ secret }) => (
      <Chip tone="outline" icon={secret ? Lock : undefined}>
        {secret ? 'secret' : 'variable'}
      </Chip>
    ),
  },
  {
    id: 'value',
    header: 'Value',
    width: 'auto',
    onPhone: 'line',
    cell: (variable) => (variable.value === '' ? NOTHING : <Value of={variable} />),
  },
  {
    id: 'solutions',
    header: 'For',
    width: '16%',
    cell: (variable) => <CellText of={solutionWords(variable)} />,
  },
  {
    id: 'updated_at',
    header: 'Changed',
    sortable: true,
    width: '160px',
    cell: ({ updated_at, updated_by }) => (
      <CellLines first={<Moment at={updated_at} />} second={updated_by} />
    ),
  },
]

function Value({ of: { value, problem, in_environment } }: { of: Variable }) {
  if (value !== undefined) return <CellText of={value} mono />
  if (problem !== '') return <span className={text.crimson}>{problem}</span>
  return (
    <RowName sub={in_environment ? 'as file and environment variable' : 'as file'}>
      <span role="img" aria-label="hidden">
        ••••••••
      </span>
    </RowName>
  )
}

/** 'All solutions', or their names. Deleted ones are counted. */
function solutionWords({ solutions, solution_names }: Variable): string {
  if (solutions.length === 0) return 'All solutions'
  const gone = solutions.length - solution_names.length
  return [...solution_names, ...(gone > 0 ? [`${gone} deleted`] : [])].join(', ')
}

function targetOf(id: string, { name, secret }: Variable): DeletionTarget {
  return {
    id: name,
    name,
    consequences: `Runs that start from now on do not get ${name}. Runs that have started keep it.${
      secret ? ' Its value cannot be restored.' : ''
    }`,
    remove: (send) => send(deleteVariable, { params: { id, name } }),
  }
}
