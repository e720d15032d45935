import { buildDemo } from './builder/index.ts'
import { demoPlan } from './content/index.ts'
import { type DemoTarget, demoServices } from './services.ts'

/** Fills an empty database with the demo. */
export async function seedDemo({
  log,
  ...target
}: DemoTarget & { log: { info(message: string): void } }): Promise<void> {
  const started = Date.now()
  const { people, folders, files } = await buildDemo(demoServices(target), demoPlan(), (line) =>
    log.info(line),
  )
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  log.info(`Demo: ${people} people, ${folders} folders and ${files} files in ${seconds} s.`)
}
