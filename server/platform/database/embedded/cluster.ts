import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import path from 'node:path'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { DatabaseStartError } from './errors.ts'

/** Name of the embedded cluster's superuser and of its database. */
export const DATABASE_NAME = 'helioroom'

const BUILTIN_LOCALES_SINCE = 17
const PRIVATE = 0o700

/**
 * The folder of the cluster in `place`, made where there is none: UTF8, C.UTF-8, the same order of texts on
 * every machine. Must be called under the place's lock.
 * @throws DatabaseStartError when it cannot be made, or belongs to another version or account.
 */
export function prepareCluster(
  place: string,
  binaries: Binaries,
  account: Account,
  durable: boolean,
): string {
  const cluster = path.join(place, 'cluster')
  if (existsSync(cluster)) checkOwner(cluster, account)
  for (const name of readdirSync(place)) {
    if (name.startsWith('cluster.new')) rmSync(path.join(place, name), { recursive: true, force: true })
  }
  if (existsSync(cluster)) checkVersion(cluster, binaries)
  else makeCluster(cluster, binaries, account, durable)
  return cluster
}

// Created under another name and renamed: an interrupted first start leaves nothing that looks like a database.
function makeCluster(cluster: string, binaries: Binaries, account: Account, durable: boolean): void {
  const draft = `${cluster}.new`
  mkdirSync(draft, { mode: PRIVATE })
  give(draft, account)
  let result = initdb(draft, 'C.UTF-8', binaries, account, durable)
  // A C library may lack the name; the built-in provider sorts and folds case without it.
  if (/invalid locale/i.test(result.stderr)) result = initdb(draft, 'C', binaries, account, durable)
  if (result.status !== 0) {
    rmSync(draft, { recursive: true, force: true })
    const reason =
      /(?:FATAL|error|PANIC): +(.+)/.exec(result.stderr)?.[1] ?? result.error?.message ?? 'unknown reason'
    throw new DatabaseStartError(`A new database could not be made in ${path.dirname(cluster)}: ${reason}`)
  }
  renameSync(draft, cluster)
}

function initdb(draft: string, locale: string, binaries: Binaries, account: Account, durable: boolean) {
  const provider =
    binaries.major >= BUILTIN_LOCALES_SINCE ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []
  const args = [`--pgdata=${draft}`, `--username=${DATABASE_NAME}`, '--encoding=UTF8', `--locale=${locale}`]
  // Who may open the private socket is decided by its folder.
  const rest = ['--auth=trust', '--no-instructions', ...(durable ? [] : ['--no-sync'])]
  return spawnSync(path.join(binaries.bin, 'initdb'), [...args, ...provider, ...rest], {
    ...account,
    cwd: draft,
    encoding: 'utf8',
    env: { LC_MESSAGES: 'C', TZ: 'UTC' },
  })
}

function checkOwner(cluster: string, account: Account): void {
  const { uid } = statSync(cluster)
  const own = process.getuid?.() ?? uid
  if (own === 0) {
    if (uid === 0) giveAll(cluster, account) // restored from a copy that root made
  } else if (uid !== own) {
    throw new DatabaseStartError(
      `The database in ${cluster} belongs to another account (number ${uid}). ` +
        'Start Helioroom as root or as that account, as before, or set DATA_DIR to another folder.',
    )
  }
  chmodSync(cluster, PRIVATE) // PostgreSQL refuses what others may read
}

function checkVersion(cluster: string, binaries: Binaries): void {
  const made = readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (Number(made) === binaries.major) return
  throw new DatabaseStartError(
    `The database in ${cluster} was made by PostgreSQL ${made}, and the one that runs here is ` +
      `${binaries.major}. Use the Helioroom version that made it.`,
  )
}

/** Hands one file or folder to the account that PostgreSQL runs under. */
export function give(entry: string, { uid, gid }: Account): void {
  if (uid !== undefined && gid !== undefined) chownSync(entry, uid, gid)
}

function giveAll(entry: string, account: Account): void {
  if (account.uid === undefined || account.gid === undefined) return
  lchownSync(entry, account.uid, account.gid)
  for (const child of readdirSync(entry, { withFileTypes: true, recursive: true })) {
    lchownSync(path.join(child.parentPath, child.name), account.uid, account.gid)
  }
}
