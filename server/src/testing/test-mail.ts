import type { Mail } from '../mail/mail.ts'
import { type MailSettings, readMailSettings } from '../mail/mail-settings.ts'
import { createSmtp } from '../mail/smtp.ts'
import { readSettings } from '../settings.ts'

/** The mail server that these settings describe. */
export function testMail(env: Record<string, string | undefined>, patience_ms?: number): Mail {
  return createSmtp(mailSettingsIn(env), patience_ms)
}

function mailSettingsIn(env: Record<string, string | undefined>): MailSettings {
  const settings = readSettings(env)
  const mail = readMailSettings(settings)
  if (!mail || settings.problems.length > 0) throw new Error(settings.problems.join('\n'))
  return mail
}
