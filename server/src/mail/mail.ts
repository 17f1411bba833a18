/** One message to one person. */
export interface Letter {
  /** a UUID, the same at each try: the message is named after it, so that one that came twice is seen to be the same */
  id: string
  to: string
  subject: string
  text: string
  /** when it was written, the same at each try; ISO-8601 */
  written_at: string
}

/** Why a letter was not taken. */
export interface Refusal {
  /** a sentence for the person it is for, which names neither host nor password */
  reason: string
  /** `away`: no letter goes out now; `later`: this one is asked for again; `never`: it is refused for good */
  kind: 'away' | 'later' | 'never'
}

/** A server that takes mail. */
export interface Mail {
  /**
   * Hands a letter over, in at most twenty seconds.
   * @returns null where it was taken
   */
  send(letter: Letter, signal?: AbortSignal): Promise<Refusal | null>
}
