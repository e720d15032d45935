import { ConfigError } from '../../../config.ts'

/** The database cannot be started or reached for a reason that the operator can fix; one or two plain sentences. */
export class DatabaseStartError extends ConfigError {
  override name = 'DatabaseStartError'
}

/** Another process has the data folder. */
export class FolderInUseError extends DatabaseStartError {}
