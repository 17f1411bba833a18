import { roleLabels } from '@podium/contract/rules/permissions.ts'
import { useSessionState } from '../../../session/use-session.ts'
import { SelectField } from '../../../ui/form/select.tsx'
import type { Fields } from '../../../ui/form/use-fields.ts'
import type { NewAccount } from './account-values.ts'

const ROLES = (['MEMBER', 'DEVELOPER', 'MANAGER'] as const).map((value) => ({
  value,
  label: roleLabels[value],
}))

/** The first workspace of a new account and its role there. */
export function FirstWorkspaceFields({ form: { values, field } }: { form: Fields<NewAccount> }) {
  const { workspaces } = useSessionState()
  return (
    <>
      <SelectField
        {...field('workspace')}
        label="Workspace"
        mark="optional"
        placeholder="None yet"
        options={workspaces.map(({ id, display_name }) => ({ value: id, label: display_name }))}
      />
      {values.workspace !== '' && (
        <SelectField {...field('workspace_role')} label="Role in workspace" options={ROLES} />
      )}
    </>
  )
}
