import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { dataDirError } from '../../dataDir.ts'
import { codeOf } from '../../errorCode.ts'
import { type Account, canEnter } from './account.ts'
import { DatabaseStartError } from './errors.ts'

/** Databases and programs that must lie where an account other than root can reach them. */
export const SHARED_FOLDER = '/var/lib/helioroom'

const POINTER = 'database-location'
const TRAVERSABLE = 0o711

/** The folder that holds the cluster, its socket and its lock. */
export interface Place {
  readonly folder: string
  /** Set when the database lies elsewhere than in the data folder: one sentence for the log. */
  readonly notice?: string
}

/**
 * Where the database of `dataDir` lies: in it, or where its note `database-location` points to. A new one is
 * put in the data folder when `account` can get in there, else under `/var/lib/helioroom`, and recorded.
 * @throws ConfigError when the data folder cannot be written; DatabaseStartError when the recorded folder is gone.
 */
export function databasePlace(dataDir: string, accountOf: (folder: string) => Account): Place {
  const own = path.join(dataDir, 'database')
  try {
    const recorded = recordedPlace(dataDir)
    if (recorded) return recorded
    if (mkdirSync(own, { recursive: true })) chmodSync(own, TRAVERSABLE) // whatever the umask is
    if (canEnter(accountOf(own), own)) return { folder: own }
  } catch (error) {
    if (error instanceof DatabaseStartError) throw error
    throw dataDirError(dataDir, error)
  }
  return newPlaceOutside(dataDir, own)
}

function recordedPlace(dataDir: string): Place | undefined {
  const pointer = path.join(dataDir, POINTER)
  if (!existsSync(pointer)) return undefined
  const folder = readFileSync(pointer, 'utf8').trim()
  if (!path.isAbsolute(folder) || !existsSync(folder)) {
    // An empty database in its place would look like a loss of everything.
    throw new DatabaseStartError(
      `The database of ${dataDir} was kept in ${folder || 'an unknown folder'}, which is not there. ` +
        `Restore that folder, or delete ${pointer} to begin with an empty database.`,
    )
  }
  return { folder, notice: `The database of ${dataDir} is kept in ${folder}.` }
}

function newPlaceOutside(dataDir: string, own: string): Place {
  if (existsSync(path.join(own, 'cluster'))) {
    throw new DatabaseStartError(
      `The database in ${own} cannot be opened by the account that it belongs to. ` +
        'Let that account pass through the folders above it.',
    )
  }
  const { folder, former } = freshFolder(dataDir)
  try {
    writeFileSync(path.join(dataDir, POINTER), `${folder}\n`, { flag: 'wx' })
  } catch (error) {
    const other = codeOf(error) === 'EEXIST' ? recordedPlace(dataDir) : undefined // another start was quicker
    if (other) return other
    throw dataDirError(dataDir, error)
  }
  const notice =
    `PostgreSQL does not run as root, and no other account can open ${dataDir}: ` +
    `the database is kept in ${folder}.`
  const remains = former.length > 0 ? ` An earlier one remains in ${former.join(', ')}.` : ''
  return { folder, notice: notice + remains }
}

// A folder that an earlier data folder of this path left behind is never taken over: its files are gone.
function freshFolder(dataDir: string): { folder: string; former: string[] } {
  const hash = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 12)
  try {
    mkdirSync(SHARED_FOLDER, { recursive: true, mode: 0o755 })
    const former: string[] = []
    for (;;) {
      const folder = path.join(SHARED_FOLDER, former.length === 0 ? hash : `${hash}-${former.length + 1}`)
      try {
        mkdirSync(folder, { mode: TRAVERSABLE })
        chmodSync(folder, TRAVERSABLE) // whatever the umask is
        writeFileSync(path.join(folder, 'data-folder'), `${realpathSync(dataDir)}\n`)
        return { folder, former }
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error
        former.push(folder)
      }
    }
  } catch (error) {
    throw new DatabaseStartError(
      `PostgreSQL does not run as root, no other account can open ${dataDir}, and ${SHARED_FOLDER} ` +
        `cannot be written (${codeOf(error)}). Set DATA_DIR to a folder that others can pass through, or DATABASE_URL.`,
    )
  }
}

/** Lets the next start choose a place again; for when the database has been deleted. */
export function forgetPlace(dataDir: string): void {
  rmSync(path.join(dataDir, POINTER), { force: true })
}

/** The ids of who owns the cluster in `folder`, where there is one. */
export function clusterOwner(folder: string): { uid: number; gid: number } | undefined {
  return statSync(path.join(folder, 'cluster'), { throwIfNoEntry: false })
}
