/** Without what PostgreSQL can't store, and what no text is: halves of characters and control characters. */
export const textOfPage = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, ' ').toWellFormed()
