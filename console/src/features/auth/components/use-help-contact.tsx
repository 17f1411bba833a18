import type { ReactNode } from 'react'
import { useSessionState } from '../../../session/use-session.ts'

/** Whom to turn to, for the line below a message that says to contact the admin; undefined where the installation names none. */
export function useHelpContact(): ReactNode {
  const { helpContact } = useSessionState().release
  if (helpContact === '') return undefined
  const href = addressOf(helpContact)
  return <>Contact: {href ? <a href={href}>{helpContact}</a> : helpContact}</>
}

function addressOf(contact: string): string | undefined {
  if (/^https?:\/\/\S+$/.test(contact)) return contact
  return /^[^\s@]+@[^\s@]+$/.test(contact) ? `mailto:${contact}` : undefined
}
