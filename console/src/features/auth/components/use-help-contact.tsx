import type { ReactNode } from 'react'
import { useSessionState } from '../../../session/use-session.ts'

/** Returns the line with the help contact, for messages that say to contact the admin; undefined if none is set. */
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
