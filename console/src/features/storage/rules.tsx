import { editRetention, type Retention } from '@podium/contract/calls/retention.ts'
import { listRunNames } from '@podium/contract/calls/run-list.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { q } from '../../api/query.ts'
import { countOf } from '../../format/number.ts'
import { useRecordForm } from '../../record/use-record-form.tsx'
import layout from '../../theme/layout.module.css'
import { Button } from '../../ui/button/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { StaleNote } from '../../ui/form/change-list.tsx'
import { FormColumns, FormFields, FormFrame, FormSidebar, SaveBar } from '../../ui/form/form-frame.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Moment } from '../../ui/text/moment.tsx'
import { PreviewCard } from './preview-card.tsx'
import { refusedFields, retentionChanges, retentionProblems, rulesOf, valuesOf } from './retention-values.ts'
import { RuleFields, TrashField } from './rule-fields.tsx'
import styles from './storage.module.css'

interface RulesProps {
  workspaceId: string
  retention: Retention
  /** why the person may not change the rules */
  disabledReason: string | undefined
}

/** Restarts with the saved rules after a save, and keeps the focus. Other people's saves leave typed values alone. */
export function Rules(props: RulesProps) {
  const [saved, setSaved] = useState<Retention>()
  const { retention } = props
  // The saved rules are known before the rules are read again.
  const now = saved && saved.revision > retention.revision ? saved : retention
  return (
    <RulesForm
      key={saved?.revision}
      {...props}
      retention={now}
      isAnew={saved !== undefined}
      onSaved={setSaved}
    />
  )
}

type Saved = Retention & { updated_at: string }

interface RulesFormProps extends RulesProps {
  /** whether the form was saved before */
  isAnew: boolean
  onSaved: (saved: Retention) => void
}

function RulesForm(props: RulesFormProps) {
  const { workspaceId, retention, disabledReason, isAnew, onSaved } = props
  const params = { id: workspaceId }
  const figures = useId()
  const names = useQuery(q(listRunNames, { query: { workspace_id: workspaceId } })).data
  const form = useRecordForm({
    name: `Retention ${workspaceId}`,
    values: valuesOf(retention),
    record: { revision: retention.revision, valuesOf: (stored: Saved) => valuesOf(stored) },
    problems: retentionProblems,
    changes: retentionChanges,
    mode: 'edit',
    refusalByField: refusedFields,
    isWithin: ({ tab }) => tab === 'storage',
    save: (values, base, send) =>
      send(editRetention, {
        params,
        body: { ...rulesOf(values), trash_days: Number(values.trash_days), revision: base.revision },
      }),
    tell: () => ({ snackbar: 'The rules are saved. Podium applies them within the hour.' }),
    onSaved,
  })
  const reason = disabledReason ?? form.disabledReason
  const wrong = Object.keys(form.errors).length
  const isValid = Object.values(retentionProblems(form.values)).every((message) => message === undefined)
  return (
    <FormColumns length="long">
      <Card title="Retention rules" flush>
        <div className={styles.rules}>
          <FormFrame
            ref={form.frame}
            label="Rules"
            onSubmit={() => {
              if (reason === undefined) void form.submit()
            }}
          >
            <fieldset disabled={disabledReason !== undefined}>
              <FormFields sections>
                {form.stale && <StaleNote {...form.stale} />}
                <div className={classNames(layout.two, styles.kinds)}>
                  <RuleFields form={form} kind="logs" figures={figures} />
                  <RuleFields form={form} kind="artifacts" figures={figures} />
                </div>
                <TrashField form={form} />
              </FormFields>
            </fieldset>
            <datalist id={figures}>
              {names?.figures.map(({ name }) => (
                <option key={name} value={name} />
              ))}
            </datalist>
            <SaveBar
              note={
                wrong > 0 ? (
                  `${countOf(wrong, 'field needs', 'fields need')} attention`
                ) : (
                  <LastEdit of={retention} />
                )
              }
            >
              {form.isTyped && <Button onClick={() => form.fill(form.before)}>Discard</Button>}
              <Button
                kind="primary"
                type="submit"
                busy={form.isBusy}
                disabledReason={reason}
                autoFocus={isAnew}
              >
                Save
              </Button>
            </SaveBar>
          </FormFrame>
        </div>
      </Card>
      <FormSidebar label="What the rules do">
        <PreviewCard
          workspaceId={workspaceId}
          retention={retention}
          revision={form.revision}
          rules={isValid ? rulesOf(form.values) : undefined}
          disabledReason={disabledReason ?? (form.isTyped ? 'Save the rules first.' : undefined)}
        />
      </FormSidebar>
    </FormColumns>
  )
}

function LastEdit({ of: { updated_at, updated_by } }: { of: Retention }) {
  if (updated_at === null) return null
  return (
    <>
      Saved <Moment at={updated_at} /> by {updated_by}
    </>
  )
}
