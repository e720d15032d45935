import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runCommand, startCommand } from '../../cluster/command.ts'
import { addressOf, sqlAt } from '../../cluster/postgres.ts'
import { startProduct } from '../../product.ts'
import { audit, auditedAt } from '../load/audit.ts'
import { type Findings, now } from '../load/ledger.ts'
import { openOwn } from '../load/world.ts'
import { type Broken, type Scenario, someMs } from './scenario.ts'

const PASSPHRASE = 'a passphrase of a cluster that is broken'
const RESTORED = 'restored'
const LAST_MS = 4000

const placeOf = ({ folder }: Broken): string => path.join(folder, 'backups')
const settings = (broken: Broken) => ({
  ...broken.cluster.settingsOf('backup'),
  BACKUP_TO: placeOf(broken),
  BACKUP_PASSPHRASE: PASSPHRASE,
})

/** When the backup that is restored was begun, by cluster. */
const begun = new WeakMap<Broken, number>()

/** Backups that are killed at some moment, and one that ends; what was told before it has to be in what is restored. */
export const backup: Scenario = {
  name: 'backup',
  share: 3,
  run: async (broken) => {
    mkdirSync(placeOf(broken), { recursive: true })
    for (let at = 0; at < broken.kills; at += 1) {
      const { child, ended } = await startCommand('backup', [], settings(broken))
      await sleep(someMs(1000, 3000))
      child.kill('SIGKILL')
      broken.killed()
      await ended
    }
    begun.set(broken, now())
    await runCommand('backup', [], settings(broken))
    await runCommand('verifyBackup', [], settings(broken))
    broken.say(`backup and its verification took ${Math.round((now() - (begun.get(broken) ?? 0)) / 1000)} s`)
    await sleep(LAST_MS)
  },
  after: (broken) => auditRestored(broken),
}

/** Restores beside the cluster, into a database and a folder of its own, and audits that. */
async function auditRestored(broken: Broken): Promise<Findings> {
  const { cluster, folder, world, ledger } = broken
  const { databasePlace } = cluster
  await sqlAt(databasePlace, `create database ${RESTORED} template template0 encoding utf8`)
  const env = {
    DATA_DIR: path.join(folder, 'restored'),
    DATABASE_URL: addressOf(databasePlace, RESTORED),
    BACKUP_PASSPHRASE: PASSPHRASE,
    STORAGE_RESERVE_BYTES: '0',
    OCR: 'off',
    LIBREOFFICE: 'off',
    DEMO: 'off',
  }
  mkdirSync(env.DATA_DIR, { recursive: true, mode: 0o711 })
  await runCommand('restore', ['--from', placeOf(broken)], env)
  const { DATA_DIR: dataDir, ...rest } = env
  const product = await startProduct({ dataDir, env: { ...rest, WORKERS: '2' } })
  const database = openOwn(env.DATABASE_URL)
  try {
    const known = ledger.before(begun.get(broken) ?? 0)
    const audited = await auditedAt(product.address, { world, ledger: known, database })
    const found = await audit(audited)
    const of = (sentences: readonly string[]) => sentences.map((sentence) => `restored: ${sentence}`)
    return { lost: of(found.lost), doubled: of(found.doubled), exposed: of(found.exposed) }
  } finally {
    await database.close()
    await product.stop()
    await sqlAt(databasePlace, `drop database if exists ${RESTORED} with (force)`)
  }
}
