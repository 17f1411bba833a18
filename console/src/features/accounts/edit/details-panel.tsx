import type { AccountDetail } from '@podium/contract/accounts.ts'
import { countOf } from '../../../format/number.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Note } from '../../../ui/feedback/note.tsx'
import { ChangeList } from '../../../ui/form/change-list.tsx'
import { FormAside, FormColumns } from '../../../ui/form/form-columns.tsx'
import { FormFields, FormFrame } from '../../../ui/form/form-frame.tsx'
import { SaveBar } from '../../../ui/form/save-bar.tsx'
import { DetailFields } from '../form/detail-fields.tsx'
import { RoleRights } from '../form/role-rights.tsx'
import { SignInCard } from './sign-in-card.tsx'
import type { DetailsForm } from './use-details-form.tsx'

interface DetailsPanelProps {
  account: AccountDetail
  form: DetailsForm
  /** the account of the person who edits */
  isOwn: boolean
  onUnlock: () => void
  onCancel: () => void
}

/** Who the account is, and at the right whether it can sign in. */
export function DetailsPanel({ account, form, isOwn, onUnlock, onCancel }: DetailsPanelProps) {
  const { values, errors, change, refOf, hadEmail, isTyped, isBusy, theirs, submit } = form
  const faults = Object.keys(errors).length
  return (
    <FormColumns>
      <FormFrame
        label="Edit Account"
        onSubmit={() => {
          if (isTyped) void submit()
        }}
      >
        <FormFields>
          {theirs.length > 0 && (
            <Note tone="warn" live title="Somebody else changed this in the meantime.">
              What you typed is kept. Saved by them:
              <ChangeList changes={theirs} />
            </Note>
          )}
          <DetailFields
            values={values}
            errors={errors}
            change={change}
            refOf={refOf}
            emailOptional={!hadEmail}
            roleReason={isOwn ? 'You cannot change your own role.' : undefined}
          />
        </FormFields>
        <SaveBar note={faults > 0 && `${countOf(faults, 'field needs', 'fields need')} attention`}>
          <Button onClick={onCancel}>Cancel</Button>
          <Button
            kind="primary"
            type="submit"
            busy={isBusy}
            reason={isTyped ? undefined : 'Nothing is changed yet.'}
          >
            Save
          </Button>
        </SaveBar>
      </FormFrame>
      <FormAside label="About the account">
        <SignInCard account={account} onUnlock={onUnlock} />
        <RoleRights role={values.role || account.role} />
      </FormAside>
    </FormColumns>
  )
}
