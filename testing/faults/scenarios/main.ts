// npm run test:faults: see README. The last line says how many scenarios passed and failed.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../../cluster/member.ts'
import { newDataDir } from '../../product.ts'
import { killsOf, NAMES, SCENARIOS } from './list.ts'
import { prove } from './prove.ts'
import { openStage, runScenario, type ScenarioResult, type Stage } from './run.ts'

const KILLS = 60
const LONG_KILLS = 1000

const USAGE = `Usage: npm run test:faults -- [--only NAME[,NAME…]] [--kills N] [--long] [--prove] [--port N]
  --only   one or some of ${NAMES.join(', ')}
  --kills  how often is killed, all scenarios together: ${KILLS} unless set
  --long   ${LONG_KILLS} kills
  --prove  plants three faults, and ends with 0 where the audit names them
  --port   of the address, 23000 unless set`

class UsageError extends Error {}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string' },
        kills: { type: 'string' },
        long: { type: 'boolean', default: false },
        prove: { type: 'boolean', default: false },
        port: { type: 'string', default: '23000' },
      },
    })
    const names = values.only?.split(',')
    const unknown = names?.find((name) => !NAMES.includes(name))
    if (unknown !== undefined) throw new UsageError(`There is no scenario "${unknown}".`)
    const kills = Number(values.kills ?? (values.long ? LONG_KILLS : KILLS))
    if (!Number.isInteger(kills) || kills < 0) throw new UsageError('--kills is a whole number.')
    const chosen = SCENARIOS.filter(({ name }) => names?.includes(name) ?? true)
    const mode = values.long ? 'long' : names || values.kills !== undefined ? 'some' : 'usual'
    return { chosen, kills, mode, proves: values.prove, port: Number(values.port) }
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

async function run(): Promise<number> {
  const { chosen, kills, mode, proves, port } = readOptions()
  const folder = newDataDir()
  let stage: Stage | undefined
  let closeOwn: (() => void | Promise<void>) | undefined
  const closeStage = async () => {
    await stage?.close()
    stage = undefined
    await closeOwn?.()
    closeOwn = undefined
  }
  const stop = async () => {
    await closeStage()
    rmSync(folder, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void stop().finally(() => process.exit(1)))
  try {
    if (proves) {
      const isProved = await prove(path.join(folder, 'prove'), port)
      console.log(isProved ? '1 passed, 0 failed' : '0 passed, 1 failed')
      return isProved ? 0 : 1
    }
    const results: ScenarioResult[] = []
    const skipped: string[] = []
    let network = 'proxy'
    let failed = 0
    const parts = killsOf(chosen, kills)
    const skip = (name: string, why: string) => {
      skipped.push(name)
      console.log(`${name}: not run, because ${why}`)
    }
    for (const scenario of chosen.toSorted((one, other) => Number(!!one.own) - Number(!!other.own))) {
      const { name } = scenario
      const lacks = (await scenario.lacks?.()) ?? null
      if (lacks !== null) {
        skip(name, lacks)
        continue
      }
      if (scenario.own) await closeStage()
      const place = path.join(folder, scenario.own ? name : 'common')
      const own = await scenario.own?.(place)
      closeOwn = own?.close
      try {
        stage ??= await openStage({ dataDir: place, port, ...own?.options })
        if (own?.options.namespace) network = 'namespaces'
        const lacksIn = scenario.lacksIn?.(stage.cluster) ?? null
        if (lacksIn !== null) {
          skip(name, lacksIn)
          continue
        }
        console.log(`${name} …`)
        const { findings, failures, ...result } = await runScenario(scenario, stage, {
          kills: parts.get(name) ?? 0,
          folder,
        })
        results.push(result)
        for (const [what, count] of failures) console.log(`  ${count} × ${what}`)
        for (const sort of ['lost', 'doubled', 'exposed'] as const)
          for (const sentence of findings[sort]) console.log(`  ${sort}: ${sentence}`)
        const isLate = result.longestErrorMs > (scenario.maxErrorMs ?? Number.POSITIVE_INFINITY)
        if (isLate) console.log(`  errors for ${result.longestErrorMs} ms`)
        if (result.lost + result.doubled + result.exposed > 0 || isLate) failed += 1
        console.log(`${name}: ${JSON.stringify(result)}`)
      } catch (error) {
        failed += 1
        console.error(`${name}:`, error)
        // What it has broken is not left to the next one.
        await closeStage()
      } finally {
        if (scenario.own) await closeStage()
      }
    }
    const sum = (of: 'kills' | 'lost' | 'doubled' | 'exposed') =>
      results.reduce((all, result) => all + result[of], 0)
    const report = {
      mode,
      network,
      kills: sum('kills'),
      lost: sum('lost'),
      doubled: sum('doubled'),
      exposed: sum('exposed'),
      scenarios: results,
    }
    const folderOfResults = path.join(ROOT, 'test-results')
    mkdirSync(folderOfResults, { recursive: true })
    writeFileSync(path.join(folderOfResults, 'faults.json'), `${JSON.stringify(report, null, 2)}\n`)
    if (skipped.length > 0) console.log(`Not run: ${skipped.join(', ')}`)
    console.log(`${chosen.length - failed - skipped.length} passed, ${failed} failed`)
    return failed === 0 ? 0 : 1
  } finally {
    await stop()
  }
}

try {
  process.exitCode = await run()
} catch (error) {
  console.error(error instanceof UsageError ? error.message : error)
  process.exitCode = 1
}
process.exit()
