import { Play } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type Answer, send } from '../../api/call.ts'
import { useChange } from '../../record/use-change.ts'
import layout from '../../theme/layout.module.css'
import text from '../../theme/text.module.css'
import { Button } from '../../ui/button/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { TextAreaField, TextField } from '../../ui/form/text-field.tsx'
import { addressOf, curlOf, firstBody, type MadeCall, missing } from './made-call.ts'
import { type Call, canBeTried } from './openapi.ts'
import styles from './reference-page.module.css'
import type { Schema } from './schema-outline.ts'

interface TryOutProps {
  call: Call
  named: Record<string, Schema>
}

/** A form that fills in a call, shows it as a shell command, and makes it as the signed-in person. */
export function TryOut({ call, named }: TryOutProps) {
  const [made, setMade] = useState<MadeCall>(() => ({ values: {}, body: firstBody(call, named) }))
  const { attempt, isBusy, answer } = useAttempt(call)
  const fields = (call.parameters ?? []).filter((one) => one.in === 'path' || one.in === 'query')
  const lacking = missing(call, made)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    attempt(made)
  }
  return (
    <form
      aria-label={`Try ${call.method} ${call.path}`}
      className={classNames(layout.stack, styles.tryOut)}
      onSubmit={submit}
    >
      <h4>Try it</h4>
      {fields.map(({ name, required }) => (
        <TextField
          key={name}
          label={name}
          mark={required ? undefined : 'optional'}
          mono
          autoComplete="off"
          value={made.values[name] ?? ''}
          onChange={({ currentTarget: { value } }) =>
            setMade((now) => ({ ...now, values: { ...now.values, [name]: value } }))
          }
        />
      ))}
      {made.body !== '' || call.requestBody?.content?.['application/json'] ? (
        <TextAreaField
          label="Body"
          rows={Math.min(12, made.body.split('\n').length + 1)}
          spellCheck={false}
          value={made.body}
          onChange={({ currentTarget: { value } }) => setMade((now) => ({ ...now, body: value }))}
        />
      ) : null}
      <CodeBlock label="As a command" code={curlOf(call, made, window.location.origin)} copy />
      {canBeTried(call) ? (
        <div>
          <Button
            type="submit"
            icon={Play}
            busy={isBusy}
            disabledReason={lacking.length > 0 ? `Fill in ${lacking.join(' and ')} first.` : undefined}
          >
            Send
          </Button>
        </div>
      ) : (
        <p className={text.note}>This call is made by programs: a page cannot send it or show its answer.</p>
      )}
      {answer && <AnswerPart {...answer} />}
    </form>
  )
}

/** Makes the call in the person's session, after a question if it changes something. */
function useAttempt(call: Call) {
  const [answer, setAnswer] = useState<Answer>()
  const { change, isBusy } = useChange({
    confirm: (made: MadeCall) =>
      call.method === 'GET'
        ? 'agreed'
        : {
            mode: call.method === 'DELETE' ? 'delete' : 'edit',
            prompt: 'Send this call? It changes what is on this server.',
            yes: 'Send',
            detail: `${call.method} ${addressOf(call, made)}`,
          },
    change: (made: MadeCall) =>
      send({
        method: call.method,
        address: addressOf(call, made),
        headers: made.body === '' ? {} : { 'content-type': 'application/json' },
        body: made.body === '' ? undefined : made.body,
        signal: undefined,
      }),
    failed: 'The call was not answered',
    tell: () => undefined,
    onDone: setAnswer,
  })
  return { attempt: (made: MadeCall) => void change(made), isBusy, answer }
}

function AnswerPart({ status, body, requestId }: Answer) {
  return (
    <>
      <Note tone={status < 300 ? 'good' : 'bad'} title={`Answer ${status}.`} live>
        {requestId !== null && `Request ID ${requestId}`}
      </Note>
      <CodeBlock label="Answer" code={JSON.stringify(body, null, 2)} json copy />
    </>
  )
}
