/** Characters of a passphrase: it is tried elsewhere as often as anybody likes. */
export const PASSPHRASE = { least: 12, most: 100 } as const

/** What is wrong with the passphrase of an archive, in one sentence; null where it is good (ARCH-06). */
export const passphraseProblem = (passphrase: string): string | null =>
  // Programs disagree on how others are written in a zip.
  /^[\x20-\x7e]*$/.test(passphrase) &&
  passphrase.length >= PASSPHRASE.least &&
  passphrase.length <= PASSPHRASE.most
    ? null
    : 'Please enter 12 to 100 characters: letters without accents, figures and signs.'
