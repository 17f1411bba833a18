import { PasswordField } from '../../../ui/form/password-field.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import styles from './add-people-card.module.css'
import type { Credentials } from './save-members.ts'

interface DirectoryCredentialsProps {
  credentials: Credentials
  /** 'Invalid Credentials.' */
  refusal: string | undefined
  onChange: (credentials: Credentials) => void
}

/** Where the server has no reader of its own: the directory answers whoever asks with an ID and password of theirs. */
export function DirectoryCredentials({ credentials, refusal, onChange }: DirectoryCredentialsProps) {
  return (
    <div className={styles.credentials}>
      <TextField
        label="Directory ID"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        help="Your own in the directory; it is kept on this page only."
        value={credentials.login_id}
        onChange={(event) => onChange({ ...credentials, login_id: event.currentTarget.value })}
      />
      <PasswordField
        label="Directory Password"
        autoComplete="off"
        error={refusal}
        value={credentials.login_pw}
        onChange={(event) => onChange({ ...credentials, login_pw: event.currentTarget.value })}
      />
    </div>
  )
}
