import type { UserEvent } from '@testing-library/user-event'

/**
 * Puts a text after what a field holds, in one step. A typed text renders the page once for each letter, which only
 * a test of typing needs.
 */
export async function enterText(
  user: Pick<UserEvent, 'click' | 'paste'>,
  field: Element,
  text: string,
): Promise<void> {
  await user.click(field)
  await user.paste(text)
}
