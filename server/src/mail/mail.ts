/** One message to one person. */
export interface Letter {
  /** a UUID that stays the same for each attempt and becomes the message id, so that duplicates are recognised */
  id: string
  to: string
  subject: string
  text: string
  /** the time of writing, the same for each attempt; ISO-8601 */
  written_at: string
}

/** The reason why a letter was not accepted. */
export interface Refusal {
  /** a sentence for the recipient, which names neither host nor password */
  reason: string
  /** `away`: no letter can be sent now; `later`: retry this one; `never`: refused permanently */
  kind: 'away' | 'later' | 'never'
}

/** A mail server. */
export interface Mail {
  /**
   * Sends a letter, in at most twenty seconds.
   * @returns null if it was accepted
   */
  send(letter: Letter, signal?: AbortSignal): Promise<Refusal | null>
}
