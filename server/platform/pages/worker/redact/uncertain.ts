/** What is drawn on a page can't be taken apart for certain: the page becomes a picture (REDACT-15). */
export class Uncertain extends Error {
  override name = 'Uncertain'
}

/** The file can't be redacted, and why in one sentence for a person. */
export class NotRedacted extends Error {
  override name = 'NotRedacted'
}
