/** Why a file can't be shown, in words for the person, and what to do where downloading it is no help. */
export class PreviewFailure extends Error {
  override name = 'PreviewFailure'
  readonly hint: string | undefined

  constructor(message: string, hint?: string) {
    super(message)
    this.hint = hint
  }
}

/** What to tell about any error of a preview. */
export const failureOf = (error: unknown, otherwise: string): [reason: string, hint?: string | undefined] =>
  error instanceof PreviewFailure ? [error.message, error.hint] : [otherwise]
