import { isEmail } from '@podium/contract/rules.ts'
import { Globe, Mail } from 'lucide-react'
import layout from '../../../theme/layout.module.css'
import { Prose } from '../../../ui/code/prose.tsx'
import { Icon } from '../../../ui/drawing/icon.tsx'

interface ContactsProps {
  markdown: string
  /** E-mail addresses and links found in it. */
  contacts: readonly string[]
}

/** Whom to ask: what the author wrote, and every address in it as a link. */
export function Contacts({ markdown, contacts }: ContactsProps) {
  const isOnlyAddresses = markdown
    .replaceAll(/^- /gm, '')
    .split('\n')
    .every((line) => contacts.includes(line.trim()))
  return (
    <div className={layout.stackClose}>
      {!isOnlyAddresses && <Prose text={markdown} />}
      {contacts.length > 0 && (
        <ul className={layout.stackTight}>
          {contacts.map((contact) => (
            <li key={contact} className={layout.row}>
              <Icon of={isEmail(contact) ? Mail : Globe} />
              <ContactLink to={contact} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function ContactLink({ to }: { to: string }) {
  if (isEmail(to)) return <a href={`mailto:${to}`}>{to}</a>
  return (
    <a href={to} target="_blank" rel="noopener noreferrer">
      {to}
    </a>
  )
}
