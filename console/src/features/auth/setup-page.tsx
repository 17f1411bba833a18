import { finishSetup, readSetup } from '@podium/contract/calls/auth.ts'
import { isEmail, messages, usernameProblem } from '@podium/contract/rules/rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ApiError, fieldMessages, sentenceFor } from '../../api/api-error.ts'
import { q } from '../../api/query.ts'
import { paths } from '../../navigation/paths.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import type { Messages } from '../../ui/form/use-fields.ts'
import { AuthLayout } from './auth-layout.tsx'
import { NewPasswordFields } from './components/new-password-fields.tsx'
import { newPasswordProblems } from './components/password-form.ts'
import { EntryForm, useSecret } from './entry-form.tsx'
import { enter } from './sign-in.ts'

const EMPTY = { username: '', display_name: '', email: '', password: '', confirmation: '' }

export function Page() {
  const secret = useSecret()
  const navigate = useNavigate()
  const setup = useQuery(q(readSetup))
  const isClosed = setup.data?.open === false
  return (
    <AuthLayout
      title="Create the first administrator"
      lead="This page works only until the account is created."
    >
      {isClosed && (
        <>
          <Note tone="info">The first administrator has already been created.</Note>
          <Button wide onClick={() => void navigate(paths.login())}>
            Go to Login
          </Button>
        </>
      )}
      {!isClosed && secret === '' && (
        <Note tone="warn">
          This link is incomplete. Open the whole link that Podium printed at its start, with the part after
          the #.
        </Note>
      )}
      {!isClosed && secret !== '' && <SetupForm secret={secret} />}
    </AuthLayout>
  )
}

function SetupForm({ secret }: { secret: string }) {
  const session = useSession()
  return (
    <EntryForm
      values={EMPTY}
      problems={setupProblems}
      save={async ({ username, display_name, email, password }, send) => {
        const texts = { username: username.trim(), display_name: display_name.trim(), email: email.trim() }
        await enter(session, await send(finishSetup, { body: { secret, password, ...texts } }))
      }}
      refusalByField={refusedFields}
      submit="Create"
    >
      {({ values, errors, field }) => (
        <>
          <TextField
            {...field('username')}
            label="ID"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <TextField {...field('display_name')} label="User Name" autoComplete="name" />
          <TextField {...field('email')} label="Email Address" type="email" autoComplete="email" />
          <NewPasswordFields
            label="Password"
            form={{ values, errors, field }}
            about={[values.username, values.display_name, values.email]}
          />
        </>
      )}
    </EntryForm>
  )
}

/** Returns the problems that the browser can find, by field. */
function setupProblems(values: typeof EMPTY): Messages<typeof EMPTY> {
  const problems: Messages<typeof EMPTY> = newPasswordProblems(values)
  for (const field of ['username', 'display_name', 'email'] as const)
    if (values[field].trim() === '') problems[field] = messages.fill_out
  problems.username ??= usernameProblem(values.username.trim()) ?? undefined
  if (!problems.email && !isEmail(values.email.trim())) problems.email = messages.check_email
  return problems
}

/** Returns the messages of a refusal by field. A 422 that names no field is about the password. */
function refusedFields(error: unknown): Messages<typeof EMPTY> {
  const byField = fieldMessages(error)
  const isAboutPassword =
    error instanceof ApiError && error.status === 422 && Object.keys(byField).length === 0
  return isAboutPassword ? { password: sentenceFor(error) } : (byField as Messages<typeof EMPTY>)
}
