import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { openDatabase } from '../../server/platform/database/database.ts'
import { startCommand } from '../../testing/cluster/command.ts'
import { MEMORY_LIMIT } from '../../testing/faults/memory.ts'
import { newDataDir } from '../../testing/product.ts'
import { Conversation, newNames, TRANSFERS } from '../support/conversation.ts'
import { listCalls } from '../support/folderList.ts'
import { Caller, inParallel } from '../support/load.ts'
import { type Figure, inMebibytes, type Measure } from '../support/measure.ts'
import { openStage, type Stage } from '../support/stage.ts'
import { median, medianRatio } from '../support/statistics.ts'
import { watchProcess } from '../support/watchProcess.ts'

/** Contents, and bytes of each. */
const CONTENTS = 2000
const BYTES = 500_000
const DOCUMENTS = 1_000_000
const ROUNDS = 3
/** Milliseconds of lists before a backup runs. */
const QUIET_MS = 10_000
const SETTINGS = { BACKUP_PASSPHRASE: 'a passphrase of the bench', STORAGE_RESERVE_BYTES: '0' }

/** Seconds that something takes. */
async function secondsOf(work: () => unknown): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

/** Runs a command of the product. @returns the largest memory of its process, in bytes @throws where it fails */
async function commandWatched(name: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { child, ended } = await startCommand(name, args, { ...SETTINGS, ...env })
  const peak = watchProcess(child.pid ?? 0)
  const { code, output } = await ended
  const most = peak()
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${output}`)
  return most
}

/** Copies folders and has the disk keep them. @throws where it can't */
function copyPlainly(folders: readonly string[], to: string): void {
  mkdirSync(to)
  const { status, stderr } = spawnSync('sh', ['-c', 'cp -a "$@" && sync -f "$1"', 'sh', ...folders, to])
  if (status !== 0) throw new Error(`cp ended with ${status}: ${stderr}`)
}

/**
 * Documents as after RECYCLE_DAYS: their rows are there, and no bytes of theirs. What the trees lose by that is theirs
 * alone: nobody reads them here.
 */
async function withoutBytes({ connection }: Stage): Promise<void> {
  const { jobs, close } = openDatabase(connection)
  const client = await jobs.pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(
      'update document set deleted_at = now(), bytes_removed_at = now() where current_version_id is not null',
    )
    await client.query('reset session_replication_role')
    await client.query('vacuum (full, analyze) document')
    await client.query('checkpoint')
  } finally {
    client.release()
    await close()
  }
}

/** Backup and restore of 1 GB and a million documents' rows against plain copies, and lists meanwhile (BACK-28, BACK-29). */
export const backup: Measure = {
  name: 'backup',
  run: async (_stage, { quick }) => {
    const [documents, contents, rounds] = quick ? [20_000, 100, 1] : [DOCUMENTS, CONTENTS, ROUNDS]
    const folder = newDataDir()
    const stage = await openStage({ small: 1000, large: documents })
    try {
      await withoutBytes(stage)
      const { product, dataDir, signIn, world } = stage
      const sender = new Caller(product.origin, TRANSFERS)
      const conversation = await Conversation.open(stage, sender)
      await inParallel(TRANSFERS, newNames(contents), (name) =>
        conversation.upload([name], randomBytes(BYTES)),
      )
      sender.close()
      const calls = listCalls(await signIn(world.viewer), {
        ...world.small,
        treeId: world.empty.treeId,
        folders: [`tree:${world.empty.treeId}`],
      })
      const caller = new Caller(product.origin, 1)
      /** Lists a second until something has ended. */
      const listsWhile = async (until: Promise<unknown>): Promise<number> => {
        let isOver = false
        const ended = until.finally(() => {
          isOver = true
        })
        const [call] = calls
        const began = performance.now()
        let count = 0
        for (; !isOver && call; count += 1) await caller.send(call)
        const seconds = (performance.now() - began) / 1000
        await ended
        return count / seconds
      }
      const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
      await listsWhile(pause(2000))

      const took = { plain: [] as number[], backup: [] as number[], restore: [] as number[] }
      const lists = { quiet: [] as number[], during: [] as number[] }
      const memory = { backup: 0, restore: 0 }
      for (let round = 0; round < rounds; round += 1) {
        const at = (name: string) => path.join(folder, `${name}-${round}`)
        const folders = ['files', 'database'].map((name) => path.join(dataDir, name))
        took.plain.push(await secondsOf(() => copyPlainly(folders, at('plain'))))
        mkdirSync(at('place'))
        const takes = { DATA_DIR: dataDir, BACKUP_TO: at('place') }
        took.backup.push(
          await secondsOf(async () => {
            memory.backup = Math.max(memory.backup, await commandWatched('backup', [], takes))
          }),
        )
        mkdirSync(at('restored'), { mode: 0o711 })
        took.restore.push(
          await secondsOf(async () => {
            const env = { DATA_DIR: at('restored') }
            const used = await commandWatched('restore', ['--from', at('place')], env)
            memory.restore = Math.max(memory.restore, used)
          }),
        )
        lists.quiet.push(await listsWhile(pause(quick ? 2000 : QUIET_MS)))
        const further = { ...takes, BACKUP_TO: at('beside') }
        mkdirSync(at('beside'))
        lists.during.push(await listsWhile(commandWatched('backup', [], further)))
        for (const name of ['plain', 'place', 'restored', 'beside'])
          rmSync(at(name), { recursive: true, force: true })
      }
      caller.close()
      const against = (title: string, ours: readonly number[], atLeast: number): Figure => ({
        title,
        ours: `${median(ours).toFixed(1)} s`,
        floor: `${median(took.plain).toFixed(1)} s`,
        value: medianRatio(took.plain, ours),
        target: { atLeast },
      })
      const what = `${(contents * BYTES) / 1e9} GB in ${contents} contents and ${documents.toLocaleString('en-US')} documents' rows`
      return [
        against(`backup of ${what}, against a plain copy`, took.backup, 0.7),
        against('restore of the same, against that copy', took.restore, 0.5),
        {
          title: 'lists while a backup runs, against before',
          ours: `${Math.round(median(lists.during))} /s`,
          floor: `${Math.round(median(lists.quiet))} /s`,
          value: medianRatio(lists.during, lists.quiet),
          target: { atLeast: 0.7 },
        },
        inMebibytes('memory of the backup', what, memory.backup, MEMORY_LIMIT),
        inMebibytes('memory of the restore', what, memory.restore, MEMORY_LIMIT),
      ]
    } finally {
      await stage.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
