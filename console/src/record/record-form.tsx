import type { ReactNode } from 'react'
import { countOf } from '../format/number.ts'
import { Button } from '../ui/button/button.tsx'
import { StaleNote } from '../ui/form/change-list.tsx'
import { FormFields, FormFrame, SaveBar } from '../ui/form/form-frame.tsx'
import type { RecordFormState } from './use-record-form.tsx'

interface RecordFormProps {
  label: string
  /** from useRecordForm */
  form: RecordFormState
  /** the label of the save button */
  submit?: string
  /** Called by Cancel and Escape; the page asks before typed text is lost. */
  onCancel: () => void
  /** true if its parts are FormSections, which are further apart than fields */
  sections?: boolean
  /** Why the last save was refused, if no field shows it. */
  refusal?: string
  /** The button to an earlier step, before Cancel. */
  back?: ReactNode
  /** Another save button, before the main one. */
  saveAs?: ReactNode
  children: ReactNode
}

/** The form of a record on a page: another person's change, the fields, and the save bar. */
export function RecordForm(props: RecordFormProps) {
  const { label, form, submit = 'Save', onCancel, sections, refusal, back, saveAs, children } = props
  const { stale, isBusy, disabledReason } = form
  const wrong = Object.keys(form.errors).length
  return (
    <FormFrame
      ref={form.frame}
      label={label}
      onKeyDown={({ key, target, currentTarget }) => {
        // React also bubbles the keys of a dialog that the form opened.
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
