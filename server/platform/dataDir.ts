import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { codeOf } from './errorCode.ts'

/** Letters that a key for signatures has at least. */
export const MIN_SECRET_KEY = 32

/** Where the key for signatures lies that the first start made. */
export const secretKeyFile = (dataDir: string): string => path.join(dataDir, 'secret-key')

/**
 * The key for signatures: the configured one, else the one kept in `dataDir/secret-key` (mode 0600), made at
 * the first start. Servers that share a database must share the key, through SECRET_KEY or a shared folder.
 * @throws ConfigError when the data folder cannot be written or the kept key was damaged.
 */
export function loadSecretKey(config: Pick<Config, 'secretKey' | 'dataDir'>): string {
  if (config.secretKey) return config.secretKey
  const file = secretKeyFile(config.dataDir)
  try {
    ensureDataDir(config.dataDir)
    const kept = readIfExists(file) ?? makeSecretKey(file)
    if (kept.length < MIN_SECRET_KEY) {
      throw new ConfigError(
        `The secret key in ${file} is damaged. Put back the old one, or see 'A lost key' in docs/operations.md.`,
      )
    }
    return kept
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw dataDirError(config.dataDir, error)
  }
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

// The file is written aside and linked: of two servers that start together one wins, and no half-written key is read.
function makeSecretKey(file: string): string {
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
    chmodSync(draft, 0o600)
    linkSync(draft, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8').trim()
}

/**
 * Makes the data folder where there is none. Root lets others pass through it, since PostgreSQL runs under
 * another account; what must stay private in it has modes of its own.
 * @throws ConfigError when it cannot be made.
 */
export function ensureDataDir(dataDir: string): void {
  try {
    const mode = process.getuid?.() === 0 ? 0o711 : 0o700
    if (mkdirSync(dataDir, { recursive: true, mode }) !== undefined) chmodSync(dataDir, mode)
    accessSync(dataDir, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw dataDirError(dataDir, error)
  }
}

const DATA_DIR_REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'it is a file',
  ENAMETOOLONG: 'the path is too long',
}

/** The one clear sentence for a data folder that cannot be used, from the system's error. */
export function dataDirError(dataDir: string, error: unknown): ConfigError {
  const code = codeOf(error)
  const reason = DATA_DIR_REASONS[code] ?? (code || (error instanceof Error ? error.message : String(error)))
  return new ConfigError(
    `The data folder ${dataDir} cannot be used: ${reason}. ` +
      'Give the user who runs Helioroom the right to write there, or set DATA_DIR to another folder.',
  )
}
