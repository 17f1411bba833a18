import type { UserEvent } from '@testing-library/user-event'

/**
 * Appends a text to a field in one step. Typing renders the page once per letter, which only a test of typing needs.
 */
export async function enterText(
  user: Pick<UserEvent, 'click' | 'paste'>,
  field: Element,
  text: string,
): Promise<void> {
  await user.click(field)
  await user.paste(text)
}
