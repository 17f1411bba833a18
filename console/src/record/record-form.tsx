import type { ReactNode } from 'react'
import { countOf } from '../format/number.ts'
import { Button } from '../ui/button/button.tsx'
import { StaleNote } from '../ui/form/change-list.tsx'
import { FormFields, FormFrame, SaveBar } from '../ui/form/form-frame.tsx'
import type { RecordFormState } from './use-record-form.tsx'

interface RecordFormProps {
  label: string
  /** of useRecordForm */
  form: RecordFormState
  /** the word of the button that saves */
  submit?: string
  /** Cancel and Escape; the page asks before what was typed is lost. */
  onCancel: () => void
  /** whether its parts are FormSections, which are further apart than fields */
  sections?: boolean
  /** Why the last save was refused, where no field shows it. */
  refusal?: string
  /** The way back to an earlier step, before Cancel. */
  back?: ReactNode
  /** Another way to save, before the button that saves. */
  saveAs?: ReactNode
  children: ReactNode
}

/** The form of a record on a page: what another person changed, the fields, and the bar that saves. */
export function RecordForm(props: RecordFormProps) {
  const { label, form, submit = 'Save', onCancel, sections, refusal, back, saveAs, children } = props
  const { stale, isBusy, disabledReason } = form
  const wrong = Object.keys(form.errors).length
  return (
    <FormFrame
      ref={form.frame}
      label={label}
      onKeyDown={({ key, target, currentTarget }) => {
        // The keys of a dialog that was opened from the form arrive here too.
        if (key === 'Escape' && target instanceof Element && currentTarget.contains(target)) onCancel()
      }}
      onSubmit={() => {
        if (disabledReason === undefined) void form.submit()
      }}
    >
      <FormFields sections={sections}>
        {stale && <StaleNote {...stale} />}
        {children}
      </FormFields>
      <SaveBar
        note={wrong > 0 && `${countOf(wrong, 'field needs', 'fields need')} attention`}
        refusal={refusal ?? ''}
      >
        {back}
        <Button onClick={onCancel}>Cancel</Button>
        {saveAs}
        <Button kind="primary" type="submit" busy={isBusy} disabledReason={disabledReason}>
          {submit}
        </Button>
      </SaveBar>
    </FormFrame>
  )
}
