/** 32 hexadecimal digits that nobody guesses. `crypto.randomUUID` is missing where a page came over plain http. */
export function randomWord(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
