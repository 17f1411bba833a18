import { createWebhook, type WebhookEvent, type WebhookKind } from '@podium/contract/calls/webhooks.ts'
import { limits, messages } from '@podium/contract/rules/rules.ts'
import type { ReplyOf } from '@podium/contract/wire/call.ts'
import { fieldMessages } from '../../api/api-error.ts'
import { useChange } from '../../record/use-change.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { classNames } from '../../ui/class-names.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { SelectField } from '../../ui/form/select.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { type Messages, useFields } from '../../ui/form/use-fields.ts'
import { EVENTS, KINDS } from './words.ts'

export type MadeWebhook = ReplyOf<typeof createWebhook>

type Values = { kind: WebhookKind; url: string; events: WebhookEvent[]; secret: string }

const EMPTY: Values = { kind: 'json', url: '', events: ['run.failed', 'run.waits'], secret: '' }

interface NewWebhookDialogProps {
  workspaceId: string
  onCancel: () => void
  onMade: (made: MadeWebhook) => void
}

function problems({ url, events }: Values): Messages<Values> {
  return {
    ...(url.trim() === '' && { url: messages.fill_out }),
    ...(events.length === 0 && { events: 'Choose at least one event.' }),
  }
}

export function NewWebhookDialog({ workspaceId, onCancel, onMade }: NewWebhookDialogProps) {
  const form = useFields<Values>(EMPTY, problems)
  const { values, change } = form
  const { change: create, isBusy } = useChange<Values, MadeWebhook>({
    change: (body, send) => send(createWebhook, { params: { id: workspaceId }, body }),
    failed: 'The webhook was not created.',
    isShownOnField: () => true,
    onRefused: (error) => {
      const messages = fieldMessages(error)
      return Object.keys(messages).length > 0 && !form.show(messages)
    },
    onDone: onMade,
  })
  const toggle = (event: WebhookEvent, isWanted: boolean) => {
    const others = values.events.filter((other) => other !== event)
    change({ events: isWanted ? [...others, event] : others })
  }
  return (
    <FormDialog
      persistent
      title="New Webhook"
      lead="Podium sends a message when a chosen event happens."
      onClose={onCancel}
      onSubmit={() => {
        if (form.show(problems(values))) void create(values)
      }}
      submit="Create"
      busy={isBusy}
    >
      <div ref={form.frame} className={layout.stack}>
        <TextField
          {...form.field('url')}
          label="Address"
          inputMode="url"
          autoComplete="off"
          maxLength={limits.url}
          help="Begins with https://. Other managers can read it here, including any key that it contains."
        />
        <SelectField
          {...form.field('kind')}
          label="Format"
          options={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
        />
        <fieldset
          className={layout.stackTight}
          aria-invalid={form.errors.events !== undefined}
          aria-describedby="webhook-events"
        >
          <legend className={classNames(text.small, text.strong)}>Events</legend>
          {(Object.keys(EVENTS) as WebhookEvent[]).map((event) => (
            <Checkbox
              key={event}
              {...EVENTS[event]}
              checked={values.events.includes(event)}
              onChange={({ currentTarget }) => toggle(event, currentTarget.checked)}
            />
          ))}
          <p id="webhook-events" role="alert" className={classNames(text.small, text.crimson)}>
            {form.errors.events}
          </p>
        </fieldset>
        <TextField
          {...form.field('secret')}
          label="Secret"
          type="password"
          autoComplete="new-password"
          maxLength={limits.webhook_secret}
          help={`Signs each message. At least ${limits.webhook_secret_min} characters; if it is left empty, Podium makes one.`}
        />
      </div>
    </FormDialog>
  )
}
