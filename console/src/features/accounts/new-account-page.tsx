import { checkAccount, createAccount } from '@podium/contract/calls/accounts.ts'
import { addMembers } from '@podium/contract/calls/workspaces.ts'
import { roleLabels } from '@podium/contract/rules/permissions.ts'
import { messages, outcomes } from '@podium/contract/rules/rules.ts'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { type ApiError, fieldMessages, sentenceFor } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { paths } from '../../navigation/paths.ts'
import { trimmed } from '../../record/field-values.ts'
import { NameField, useNameCheck } from '../../record/name-check.tsx'
import { RecordForm } from '../../record/record-form.tsx'
import { useRecordForm } from '../../record/use-record-form.tsx'
import { useSessionState } from '../../session/use-session.ts'
import layout from '../../theme/layout.module.css'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { FormSection } from '../../ui/form/form-frame.tsx'
import type { Messages } from '../../ui/form/use-fields.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { NewPasswordFields } from '../auth/components/new-password-fields.tsx'
import styles from './components/accounts.module.css'
import { AddFromDirectory } from './components/directory-parts.tsx'
import {
  EMPTY_ACCOUNT,
  FURTHER_TEXTS,
  idProblem,
  type NewAccount,
  newAccountProblems,
} from './form/account-values.ts'
import { AccountTypeField, DetailField } from './form/detail-fields.tsx'
import { FirstWorkspaceFields } from './form/first-workspace.tsx'

export function Page() {
  const navigate = useNavigate()
  const leave = () => void navigate(paths.accounts())
  const [mustChange, setMustChange] = useState(true)
  const { workspaces } = useSessionState()
  const idCheck = useNameCheck(isTaken, idProblem)
  /** the ID that the last save found unchecked */
  const warnedName = useRef<string>(undefined)
  const form = useRecordForm({
    name: 'New Account',
    values: EMPTY_ACCOUNT,
    problems: newAccountProblems,
    check: async ({ username }) => {
      const name = username.trim()
      const wasWarned = warnedName.current === name
      warnedName.current = name
      const known = idCheck.verdictOf(name)
      // The person was told to check the ID and saved again, so Save checks it.
      const verdict = wasWarned && known?.is !== 'free' ? await idCheck.check(name) : known
      if (verdict?.is === 'free') return {}
      return { username: verdict?.is === 'bad' ? verdict.message : messages.check_duplicate }
    },
    // A password is not kept while the session is lost; it is typed again.
    valuesToRestore: (values) => ({ ...values, password: '', confirmation: '' }),
    mode: 'create',
    question: ({ username, role, workspace, workspace_role }) => {
      const joined = workspaces.find(({ id }) => id === workspace)
      const words = `${username.trim()}, of type ${role && roleLabels[role]}`
      return joined ? `${words}, ${roleLabels[workspace_role]} of ${joined.display_name}` : words
    },
    save: async (values, _base, send) => {
      const { password, confirmation: _, role, workspace, workspace_role, ...texts } = values
      if (role === '') return
      const { id } = await send(createAccount, {
        query: { login_type: 'static' },
        body: { ...trimmed(texts), role, password, must_change_password: mustChange },
      })
      if (workspace === '') return
      const members = [{ account_id: id, role: workspace_role }]
      // The account exists already, so a refusal is reported beside its creation and undoes nothing.
      return send(addMembers, { params: { id: workspace }, body: { members } }).then(
        () => undefined,
        sentenceFor,
      )
    },
    tell: (refusal) =>
      refusal === undefined
        ? { alert: 'success', text: outcomes.create.done }
        : {
            alert: 'error',
            text: 'The account was created, but not added to the workspace.',
            detail: `${refusal} Add it under Manage Members.`,
          },
    refusalByField: refusedFields,
    onSaved: leave,
  })

  return (
    <>
      <PageHeader
        title="New Account"
        lead="The person can sign in right away. Choose a first workspace now, or add one later under Manage Members."
        actions={<AddFromDirectory />}
      />
      <div className={styles.form}>
        <RecordForm label="New Account" form={form} onCancel={leave} sections>
          <FormSection title="Person">
            <div className={layout.two}>
              <NameField form={form} name="username" label="ID" nameCheck={idCheck} />
              <DetailField form={form} name="display_name" />
              <DetailField form={form} name="email" />
              <AccountTypeField form={form} />
              {FURTHER_TEXTS.map((name) => (
                <DetailField key={name} form={form} name={name} />
              ))}
            </div>
          </FormSection>
          <FormSection title="Sign-in">
            <div className={layout.two}>
              <NewPasswordFields
                form={form}
                label="Password"
                about={[form.values.username, form.values.display_name, form.values.email]}
              />
            </div>
            <Checkbox
              label="Must change the password at first login"
              help="They cannot use Podium until they set a new one."
              checked={mustChange}
              onChange={(event) => setMustChange(event.currentTarget.checked)}
            />
          </FormSection>
          <FormSection title="First workspace">
            <div className={layout.two}>
              <FirstWorkspaceFields form={form} />
            </div>
          </FormSection>
        </RecordForm>
      </div>
    </>
  )
}

async function isTaken(username: string): Promise<boolean> {
  const { duplicate } = await call(checkAccount, { query: { login_type: 'static', username } })
  return duplicate
}

/** Returns the server's messages by field; undefined if they belong to none. */
function refusedFields(error: ApiError): Messages<NewAccount> | undefined {
  // The only conflict is an ID that was taken after it was checked.
  if (error.status === 409) return { username: sentenceFor(error) }
  if (error.status !== 422) return undefined
  // A weak password is refused with a sentence that names no field.
  return Object.keys(fieldMessages(error)).length === 0 ? { password: sentenceFor(error) } : undefined
}
