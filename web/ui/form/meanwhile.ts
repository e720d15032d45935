/**
 * What a form says where somebody else has saved first: what stands by now, and how to go on. Its next submit is made in
 * knowledge of that.
 * @param now parts of what stands, as the server tells them; what is no text is left out
 */
export const savedFirst = (message: string, now: readonly unknown[]): string =>
  `${message} Current values: ${now.filter((part) => typeof part === 'string' && part !== '').join(' · ')}. Save again to replace it with yours, or cancel to keep it.`

/** Names in a row, as the server tells them. */
export const namesIn = (names: unknown, none: string): string =>
  Array.isArray(names) && names.length > 0 ? names.join(', ') : none
