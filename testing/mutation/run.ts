import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createVitest, type Vitest } from 'vitest/node'
import { type Mutant, withMutants } from './mutants.ts'
import { hashOf, RECORD, ROOT, recordedScores, type Scores, sourceOf } from './record.ts'
import { chosen, type Target } from './targets.ts'

// npm run mutate -- MODULE: changes one thing of a source after the other and runs its tests, which are to fail.

const CONFIG = path.join(ROOT, 'testing/mutation/vitest.config.ts')

interface Trial {
  /** Whether some test of the target fails with the mutant of this number; 0 is the source as it is. */
  readonly fails: (number: number) => Promise<boolean>
  readonly close: () => Promise<void>
}

/** Milliseconds, beyond what the source as it is takes twenty times, after which a mutant doesn't end and counts as noticed. */
const ENDLESS_MS = 60_000

/** Has the configuration of the tests break these sources. */
const configuration = ({ files, needsDatabase }: Target) => ({
  MUTATION_FILES: files.map((file) => path.join(ROOT, file)).join(','),
  MUTATION_DATABASE: needsDatabase ? '1' : '0',
})

/** A process for each run: what has once loaded the server keeps it, and the environment that it began with. */
function inProcesses(target: Target): Trial {
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs')
  const fails = (number: number): Promise<boolean> => {
    const env = { ...process.env, ...configuration(target), HELIOROOM_MUTANT: String(number) }
    const run = spawn(
      process.execPath,
      [vitest, 'run', '--config', CONFIG, '--root', ROOT, ...target.tests],
      { cwd: ROOT, env, stdio: 'ignore' },
    )
    return new Promise((resolve, reject) => {
      run.on('error', reject)
      run.on('exit', (code) => resolve(code !== 0))
    })
  }
  return { fails, close: async () => {} }
}

/** One Vitest for all runs, which compiles the source and its tests once, with a worker for each. */
function inWorkers(target: Target): Trial {
  Object.assign(process.env, configuration(target))
  let opened: Promise<Vitest> | undefined
  let usualMs: number | undefined
  const fails = async (number: number): Promise<boolean> => {
    opened ??= createVitest('test', { config: CONFIG, root: ROOT, watch: false, reporters: [{}] })
    const vitest = await opened
    process.env.HELIOROOM_MUTANT = String(number)
    const specifications = await vitest.globTestSpecifications([...target.tests])
    if (specifications.length === 0) return true
    const began = performance.now()
    const running = vitest.runTestSpecifications(specifications)
    const late = new AbortController()
    const tooLate =
      usualMs === undefined ? [] : [sleep(ENDLESS_MS + 20 * usualMs, null, { signal: late.signal })]
    const ended = await Promise.race([running, ...tooLate])
    late.abort()
    usualMs ??= performance.now() - began
    if (!ended) {
      opened = undefined
      void vitest.close()
      return true
    }
    return ended.unhandledErrors.length > 0 || ended.testModules.some((module) => !module.ok())
  }
  return { fails, close: async () => (await opened)?.close() }
}

/** Tries all mutants of a file, and prints those that no test noticed. */
async function tryFile(target: Target, scores: Scores): Promise<void> {
  const [file = ''] = target.files
  const { mutants } = withMutants(sourceOf(file))
  const { fails, close } = target.needsDatabase ? inProcesses(target) : inWorkers(target)
  if (await fails(0)) throw new Error(`The tests of ${file} fail as they are, or are not there.`)
  const survivors: Mutant[] = []
  for (const [at, mutant] of mutants.entries()) if (!(await fails(at + 1))) survivors.push(mutant)
  await close()
  const caught = mutants.length - survivors.length
  scores[file] = { sha256: hashOf(file), mutants: mutants.length, caught }
  console.log(`${file}: ${caught} of ${mutants.length} caught`)
  const brief = (text: string) => text.replace(/\s+/g, ' ').slice(0, 100)
  for (const { line, from, to } of survivors) console.log(`  ${line}: ${brief(from)} -> ${brief(to)}`)
}

const scores = recordedScores()
const asked = process.argv.slice(2)
const targets = chosen(asked).map((target) => ({
  ...target,
  // Only what was changed since its last run, unless it was asked for by name.
  files:
    asked.length > 0 ? target.files : target.files.filter((file) => scores[file]?.sha256 !== hashOf(file)),
}))
const share = ({ caught, mutants }: { caught: number; mutants: number }): number =>
  caught / Math.max(1, mutants)
let fallen = 0
for (const target of targets) {
  for (const file of target.files) {
    const was = scores[file]
    await tryFile({ ...target, files: [file] }, scores)
    const now = scores[file]
    if (was && now && share(now) < share(was)) {
      console.log(`${file} fell from ${was.caught} of ${was.mutants}.`)
      scores[file] = was
      fallen += 1
    }
    const sorted = Object.fromEntries(Object.entries(scores).toSorted(([a], [b]) => a.localeCompare(b)))
    writeFileSync(RECORD, `${JSON.stringify(sorted, null, 2)}\n`)
  }
}
process.exit(fallen > 0 ? 1 : 0)
