import { useState } from 'react'
import { countOf } from '../../../format/number.ts'
import { useLeaveGuard } from '../../../navigation/use-leave-guard.ts'
import { useKeptForm, useKeptValues } from '../../../session/use-kept-form.ts'
import { Button } from '../../../ui/button/button.tsx'
import { ActionField } from '../../../ui/form/action-field.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { FormAside, FormColumns } from '../../../ui/form/form-columns.tsx'
import { FormFields, FormFrame } from '../../../ui/form/form-frame.tsx'
import { SaveBar } from '../../../ui/form/save-bar.tsx'
import { useCheckedForm } from '../../../ui/form/use-checked-form.ts'
import { NewPasswordFields } from '../../auth/components/new-password-fields.tsx'
import {
  EMPTY_ACCOUNT,
  idProblem,
  type NewAccountField,
  type NewAccountValues,
  newAccountFields,
  newAccountProblems,
} from './account-values.ts'
import { DetailFields } from './detail-fields.tsx'
import { RoleRights } from './role-rights.tsx'
import { useCreateAccount } from './use-create-account.ts'
import { useIdCheck } from './use-id-check.ts'

/** The name under which what is typed is kept over a lost session. */
const NEW_ACCOUNT_FORM = 'New Account'

interface NewAccountFormProps {
  /** Back to the list, by Cancel or because it is done. */
  onLeave: () => void
}

export function NewAccountForm({ onLeave }: NewAccountFormProps) {
  const kept = useKeptValues<NewAccountValues>(NEW_ACCOUNT_FORM)
  const form = useCheckedForm<NewAccountValues, NewAccountField>(
    kept ?? EMPTY_ACCOUNT,
    newAccountFields,
    // whether the ID is free is asked by its button, and at Save
    (typed) => newAccountProblems(typed, 'free'),
  )
  const { values, errors, change, fill, show, refOf } = form
  const [mustChange, setMustChange] = useState(true)
  const { verdict, message, isChecking, check, forget } = useIdCheck()
  const isTyped = newAccountFields.some((field) => values[field] !== '')
  // A password is typed again rather than kept while nobody is signed in.
  useKeptForm(NEW_ACCOUNT_FORM, isTyped ? { ...values, password: '', confirmation: '' } : undefined)
  const leaveFreely = useLeaveGuard(isTyped, 'What you typed is not saved.')
  const { create, isBusy } = useCreateAccount({
    show,
    onCreated() {
      leaveFreely()
      onLeave()
    },
  })
  const faults = Object.keys(errors).length

  function checkId() {
    const username = values.username.trim()
    const problem = username === '' ? undefined : idProblem(username)
    if (problem) return void show({ ...errors, username: problem })
    // The sentence that asked for this check has had its answer.
    if (username !== '') fill({ username: values.username })
    void check(username)
  }

  return (
    <FormColumns>
      <FormFrame
        label="New Account"
        onSubmit={() => {
          if (show(newAccountProblems(values, verdict))) void create(values, mustChange)
        }}
      >
        <FormFields>
          <ActionField
            ref={refOf('username')}
            label="ID"
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            action="Check Duplicate"
            onAction={checkId}
            checking={isChecking}
            value={values.username}
            error={errors.username ?? (verdict === 'free' ? undefined : message)}
            good={verdict === 'free' ? message : undefined}
            onChange={(event) => {
              forget()
              change({ username: event.currentTarget.value })
            }}
          />
          <NewPasswordFields
            label="Password"
            values={values}
            about={[values.username, values.display_name, values.email]}
            error={errors.password}
            confirmationError={errors.confirmation}
            passwordRef={refOf('password')}
            confirmationRef={refOf('confirmation')}
            onChange={change}
          />
          <DetailFields values={values} errors={errors} change={change} refOf={refOf} />
          <Checkbox
            label="Must change the password at first login"
            help="Until then every page asks for a new one."
            checked={mustChange}
            onChange={(event) => setMustChange(event.currentTarget.checked)}
          />
        </FormFields>
        <SaveBar note={faults > 0 && `${countOf(faults, 'field needs', 'fields need')} attention`}>
          <Button onClick={onLeave}>Cancel</Button>
          <Button kind="primary" type="submit" busy={isBusy}>
            Save
          </Button>
        </SaveBar>
      </FormFrame>
      <FormAside label="What it may do">
        <RoleRights role={values.role || 'DEVELOPER'} />
      </FormAside>
    </FormColumns>
  )
}
