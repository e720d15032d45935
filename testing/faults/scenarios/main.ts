// npm run test:faults: see README. The last line says how many scenarios passed and failed.

import { rmSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from '../../cluster/member.ts'
import { newDataDir } from '../../product.ts'
import { killsOf } from './list.ts'
import { readOptions, UsageError } from './options.ts'
import { prove } from './prove.ts'
import { FaultReport } from './report.ts'
import { openStage, runScenario, type Stage } from './run.ts'

async function run(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  const { chosen, kills, proves, port } = options
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
    const report = new FaultReport(options, console.log)
    const parts = killsOf(chosen, kills)
    for (const scenario of chosen.toSorted((one, other) => Number(!!one.own) - Number(!!other.own))) {
      const { name } = scenario
      const lacks = (await scenario.lacks?.()) ?? null
      if (lacks !== null) {
        report.skip(scenario, lacks)
        continue
      }
      if (scenario.own) await closeStage()
      const place = path.join(folder, scenario.own ? name : 'common')
      try {
        const own = await scenario.own?.(place)
        closeOwn = own?.close
        stage ??= await openStage({ dataDir: place, port, ...own?.options })
        if (own?.options.namespace) report.network = 'namespaces'
        const lacksIn = scenario.lacksIn?.(stage.cluster) ?? null
        if (lacksIn !== null) {
          report.skip(scenario, lacksIn)
          continue
        }
        console.log(`${name} …`)
        report.ended(scenario, await runScenario(scenario, stage, { kills: parts.get(name) ?? 0, folder }))
      } catch (error) {
        report.failed(scenario)
        console.error(`${name}:`, error)
        // What it has broken is not left to the next one.
        await closeStage()
      } finally {
        if (scenario.own) await closeStage()
      }
    }
    return report.close(path.join(ROOT, 'test-results'))
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
