// npm run test:rolling: see README. The last line says how many steps passed and failed.
import { existsSync, rmSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Cluster } from '../../cluster/cluster.ts'
import { type Program, THIS_PROGRAM } from '../../cluster/member.ts'
import { buildPages, commitOf, olderProgram, VersionError } from '../../cluster/older.ts'
import { newDataDir } from '../../product.ts'
import { Room } from '../../room.ts'
import { audit, auditedHere } from '../load/audit.ts'
import { SOCKET_CLOSED } from '../load/clients.ts'
import { Ledger } from '../load/ledger.ts'
import { STEADY_MS, startLoad } from '../load/load.ts'
import { makeWorld, type World } from '../load/world.ts'
import { openStage } from './run.ts'

const USAGE = `Usage: npm run test:rolling -- --from COMMIT [--back] [--port N]
  --from  the version before
  --back  and then back to it
  --port  of the address, 24000 unless set`

/** What goes wrong, as sentences. */
const wrong: string[] = []

/** What each server writes, every other one reads. */
async function readByOthers(
  { servers }: Cluster,
  { team, treeId, folders }: World,
  step: string,
): Promise<void> {
  const client = team[0]?.client
  if (!client) return
  for (const writer of servers) {
    const content = `Written by ${writer.name} after ${step}`
    const id = await new Room(client.at(writer.url), treeId).upload(folders.zipped, `${content}.txt`, content)
    for (const reader of servers) {
      const { size } = await new Room(client.at(reader.url), treeId).download(id)
      if (size !== content.length) wrong.push(`${content} is not read by ${reader.name}`)
    }
  }
}

const PAGE_FILE = /\/static\/[\w./-]+/g
const AS_PAGE = { accept: 'text/html', 'sec-fetch-mode': 'navigate' }

/** Text that a server answers with. @throws where it refuses */
function textAt(url: string, headers: http.OutgoingHttpHeaders = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      answer.on('error', reject).on('end', () => {
        if (answer.statusCode === 200) resolve(text)
        else reject(new Error(`${url} was answered with ${answer.statusCode}.`))
      })
    })
    request.on('error', reject)
  })
}

/** Builds whose page files were asked for, each by all files that its page names. */
const builds = new Set<string>()

/** A page of each server gets its files from every server (SCALE-24). */
async function pagesByOthers({ servers }: Cluster, { team }: World, step: string): Promise<void> {
  const cookie = `sessionid=${team[0]?.client.cookie('sessionid')}`
  for (const writer of servers) {
    const page = await textAt(writer.url, { ...AS_PAGE, cookie })
    const files = new Set(page.match(PAGE_FILE))
    if (files.size === 0) wrong.push(`The page of ${writer.name} names no files after ${step}`)
    else builds.add([...files].join())
    for (const reader of servers)
      for (const file of files)
        await textAt(reader.url + file).catch((error: Error) => {
          wrong.push(
            `${file} of ${writer.name} is not served by ${reader.name} after ${step}: ${error.message}`,
          )
        })
  }
}

/** Replaces one process after the other. */
async function roll(cluster: Cluster, world: World, program: Program, name: string): Promise<void> {
  for (const member of cluster.members) {
    const begun = performance.now()
    await cluster.replace(member, program)
    console.log(`  ${member.name} has ${name} after ${((performance.now() - begun) / 1000).toFixed(1)} s`)
    await readByOthers(cluster, world, `${member.name} has ${name}`)
    await pagesByOthers(cluster, world, `${member.name} has ${name}`)
    await sleep(STEADY_MS)
  }
}

async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      back: { type: 'boolean', default: false },
      port: { type: 'string', default: '24000' },
    },
  })
  if (values.from === undefined) throw new VersionError(USAGE)
  const commit = commitOf(values.from)
  if (commit === null) throw new VersionError(`There is no commit ${values.from}.`)
  const folder = newDataDir()
  const close: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const each of close.splice(0).toReversed()) await each()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().finally(() => process.exit(1)))
  try {
    console.log(`Laying out ${values.from} …`)
    const before = olderProgram(commit, path.join(folder, 'before'))
    buildPages(before)
    const {
      cluster,
      database,
      close: closeStage,
    } = await openStage({
      dataDir: path.join(folder, 'data'),
      port: Number(values.port),
      program: before,
      // The first versions knew no bucket.
      ...(existsSync(path.join(before.root, 'server/platform/storage/s3')) ? {} : { files: 'disk' as const }),
    })
    close.push(closeStage)
    const world = await makeWorld(database, cluster.url, before.root)
    const ledger = new Ledger()
    const load = startLoad(world, ledger)
    await sleep(STEADY_MS)
    try {
      await roll(cluster, world, THIS_PROGRAM, 'this version')
      if (values.back) await roll(cluster, world, before, 'the version before')
    } finally {
      await load.end()
    }
    for (const [what, count] of ledger.failures) {
      // A socket ends with its server, and is opened at another one: no request has failed.
      if (what === SOCKET_CLOSED) console.log(`  ${count} × ${what}`)
      else wrong.push(`${count} × ${what}`)
    }
    for (const [sort, sentences] of Object.entries(await audit(auditedHere(world, ledger, database))))
      for (const sentence of sentences) wrong.push(`${sort}: ${sentence}`)
    console.log(`  pages of ${builds.size} builds`)
    console.log(
      `told ${JSON.stringify(ledger.told())}, longest error ${Math.round(ledger.longestErrorMs)} ms`,
    )
    for (const sentence of wrong) console.log(`  ${sentence}`)
    console.log(wrong.length === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed')
    return wrong.length === 0 ? 0 : 1
  } finally {
    await stop()
  }
}

try {
  process.exitCode = await run()
} catch (error) {
  console.error(error instanceof VersionError ? error.message : error)
  process.exitCode = 1
}
process.exit()
