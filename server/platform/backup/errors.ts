import { ConfigError } from '../../config.ts'

/** A backup or a restore cannot go on, for a reason that a person can do something about: one plain sentence. */
export class BackupError extends ConfigError {
  override name = 'BackupError'
}

/** Another process takes one at this moment, or has taken the one of today. */
export class TakenElsewhereError extends BackupError {
  override name = 'TakenElsewhereError'
}

/** The place of backups does not answer, which may pass. */
export class PlaceAwayError extends BackupError {
  override name = 'PlaceAwayError'
}

/** A backup was read, and something in it is damaged or missing. */
export class NotWholeError extends BackupError {
  override name = 'NotWholeError'
}

/** Something in a place is not as it was written: changed, cut short, missing, or another thing under its name. */
export class DamagedError extends Error {
  override name = 'DamagedError'
  /** Whether nothing is there at all. */
  readonly isMissing: boolean

  constructor(isMissing: boolean, options?: ErrorOptions) {
    super(isMissing ? 'It is missing.' : 'It is damaged.', options)
    this.isMissing = isMissing
  }
}
