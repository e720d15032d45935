import { ConfigError } from '../../../config.ts'

/** The database cannot be started or reached for a reason that the operator can mend; one or two plain sentences. */
export class DatabaseStartError extends ConfigError {
  override name = 'DatabaseStartError'
}

/** The system's code of an error (`EACCES`, …), or an empty string. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
