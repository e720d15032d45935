import { setTimeout as sleep } from 'node:timers/promises'
import { audit, auditedHere } from '../load/audit.ts'
import { type Findings, Ledger } from '../load/ledger.ts'
import { isToldOfAll, STEADY_MS, startLoad } from '../load/load.ts'
import { plantFaults, removerOf, unnamed } from '../load/plants.ts'
import { makeWorld } from '../load/world.ts'
import { openStage } from './run.ts'

/** Milliseconds without a message from a server, of which none is killed. */
const SILENT_MS = 500

const counts = ({ lost, doubled, exposed }: Findings): string =>
  `${lost.length} lost, ${doubled.length} doubled, ${exposed.length} exposed`

/** Load without kills, an audit that finds nothing, three faults, and an audit that has to name them (SCALE-31). */
export async function prove(folder: string, port: number): Promise<boolean> {
  const stage = await openStage({ dataDir: folder, port })
  try {
    const { cluster, database } = stage
    const world = await makeWorld(database, cluster.url)
    const ledger = new Ledger()
    const load = startLoad(world, ledger)
    await sleep(STEADY_MS)
    while (!isToldOfAll(ledger)) await sleep(100)
    await load.end()
    const audited = auditedHere(world, ledger, database, SILENT_MS)
    const before = await audit(audited)
    console.log(`Without faults: ${counts(before)}; told ${JSON.stringify(ledger.told())}`)
    for (const sentence of Object.values(before).flat()) console.log(`  ${sentence}`)
    const planted = await plantFaults(world, ledger, database, removerOf(cluster))
    const after = await audit(audited)
    console.log(`With three: ${counts(after)}`)
    for (const sentence of Object.values(after).flat()) console.log(`  ${sentence}`)
    const missing = unnamed(after, planted)
    for (const sort of missing) console.log(`Not found: what is ${sort}, ${planted[sort]}`)
    return Object.values(before).flat().length === 0 && missing.length === 0
  } finally {
    await stage.close()
  }
}
