import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The account that PostgreSQL runs under; absent ids mean: the one that runs Helioroom. */
export interface Account {
  readonly uid?: number
  readonly gid?: number
}

const OWN: Account = {}

/**
 * PostgreSQL refuses to run as root. Root's database runs under the account that owns the cluster where one is
 * there already, else as `nobody`, which every system has: no account needs to be made.
 */
export function postgresAccount(clusterOwner: { uid: number; gid: number } | undefined): Account {
  if (process.getuid?.() !== 0) return OWN
  if (clusterOwner && clusterOwner.uid !== 0) return { uid: clusterOwner.uid, gid: clusterOwner.gid }
  return nobody()
}

function nobody(): Account {
  const entry = passwdEntry('nobody')
  if (entry) return entry
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    return Number.parseInt(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout, 10)
  })
  return uid !== undefined && gid !== undefined && uid > 0 ? { uid, gid } : { uid: 65_534, gid: 65_534 }
}

function passwdEntry(name: string): Account | undefined {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((row) => row.startsWith(`${name}:`))
    const [, , uid, gid] = line?.split(':') ?? []
    return uid && gid && Number(uid) > 0 ? { uid: Number(uid), gid: Number(gid) } : undefined
  } catch {
    return undefined
  }
}

/** Whether the account can enter `folder`. Asked of the system itself: modes alone leave out ACLs and mounts. */
export function canEnter(account: Account, folder: string): boolean {
  if (account.uid === undefined) return true
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/' }).status === 0
}
