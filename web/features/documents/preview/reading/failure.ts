/** Why a file can't be shown, in words for the person. */
export interface Failure {
  readonly reason: string
  /** What to do where downloading it is no help. */
  readonly hint?: string | undefined
  /** Whether it may well be shown if it is tried again. */
  readonly passing?: boolean | undefined
}

/** A failure of a preview that says why. */
export class PreviewFailure extends Error implements Failure {
  override name = 'PreviewFailure'
  readonly hint: string | undefined
  readonly passing: boolean

  constructor(message: string, { hint, passing = false }: Omit<Failure, 'reason'> = {}) {
    super(message)
    this.hint = hint
    this.passing = passing
  }

  get reason(): string {
    return this.message
  }
}

/** What to tell about any error of a preview; one that nobody foresaw may pass. */
export const failureOf = (error: unknown, otherwise: string): Failure =>
  error instanceof PreviewFailure ? error : { reason: otherwise, passing: true }
