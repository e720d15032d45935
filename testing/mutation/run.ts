import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { type Mutant, withMutants } from './mutants.ts'
import { hashOf, RECORD, ROOT, recordedScores, type Score, sourceOf } from './record.ts'
import { chosen, type Target } from './targets.ts'
import { trialEnv } from './trial.ts'

// npm run mutate -- MODULE: changes one thing of a source after the other and runs its tests, which are to fail.

const CONFIG = path.join(ROOT, 'testing/mutation/vitest.config.ts')

/** A run of Vitest whose configuration breaks this source; 0 where all its tests pass. */
function runTests(
  file: string,
  { needsDatabase, tests }: Target,
  { env, signal }: { env: Record<string, string>; signal?: AbortSignal },
): Promise<number | null> {
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs')
  const about = { MUTATION_FILE: path.join(ROOT, file), MUTATION_DATABASE: needsDatabase ? '1' : '0' }
  const run = spawn(
    process.execPath,
    [vitest, 'run', '--config', CONFIG, '--root', ROOT, ...(needsDatabase ? tests : [])],
    { cwd: ROOT, env: { ...process.env, ...about, ...env }, stdio: 'ignore', killSignal: 'SIGKILL', signal },
  )
  return new Promise((resolve, reject) => {
    run.on('error', (error) => (signal?.aborted ? resolve(null) : reject(error)))
    run.on('exit', resolve)
  })
}

/**
 * The mutants that no test notices, by their numbers from 1; 0 is the source as it is.
 * @param count of mutants
 */
type Survivors = (file: string, target: Target, count: number) => Promise<ReadonlySet<number>>

/** A process for each run: what has once loaded the server keeps it, and the environment that it began with. */
const inProcesses: Survivors = async (file, target, count) => {
  const survivors = new Set<number>()
  for (let number = 0; number <= count; number += 1) {
    const code = await runTests(file, target, { env: { HELIOROOM_MUTANT: String(number) } })
    if (code === 0) survivors.add(number)
    else if (number === 0) break
  }
  return survivors
}

/** Milliseconds after which a mutant of which nothing is said doesn't end, and counts as noticed. */
const ENDLESS_MS = 60_000

/** One run for all, and another one for those after a mutant that doesn't end or takes the process along. */
const inOneRun: Survivors = async (file, target, count) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'mutants-'))
  const log = path.join(folder, 'log')
  const survivors = new Set<number>()
  const left = new Set(Array.from({ length: count + 1 }, (_, number) => number))
  while (left.size > 0) {
    writeFileSync(log, '')
    const endless = new AbortController()
    const watch = setInterval(() => {
      if (Date.now() - statSync(log).mtimeMs > ENDLESS_MS) endless.abort()
    }, 1000)
    const tests = target.tests.map((test) => path.join(ROOT, test))
    const env = trialEnv({ tests, numbers: [...left], log })
    await runTests(file, target, { env, signal: endless.signal })
    clearInterval(watch)
    let last = 0
    for (const line of readFileSync(log, 'utf8').split('\n')) {
      const [event, number] = line.split(' ')
      if (event === 'began') last = Number(number)
      if (event === 'survived') survivors.add(Number(number))
      if (event === 'survived' || event === 'caught') left.delete(Number(number))
    }
    if (!survivors.has(0)) break
    if (left.size > 0) left.delete(last)
  }
  rmSync(folder, { recursive: true, force: true })
  return survivors
}

/** Tries all mutants of a file, and prints those that no test noticed. */
async function tryFile(file: string, target: Target): Promise<Score> {
  const { mutants } = withMutants(sourceOf(file))
  const tried = await (target.needsDatabase ? inProcesses : inOneRun)(file, target, mutants.length)
  if (!tried.has(0)) throw new Error(`The tests of ${file} fail as they are, or are not there.`)
  const survivors: Mutant[] = mutants.filter((_, at) => tried.has(at + 1))
  const caught = mutants.length - survivors.length
  console.log(`${file}: ${caught} of ${mutants.length} caught`)
  const brief = (text: string) => text.replace(/\s+/g, ' ').slice(0, 100)
  for (const { line, from, to } of survivors) console.log(`  ${line}: ${brief(from)} -> ${brief(to)}`)
  return { sha256: hashOf(file), mutants: mutants.length, caught }
}

/** Keeps a score beside those of others, which may come from runs at the same time. */
function record(file: string, score: Score): void {
  const scores = { ...recordedScores(), [file]: score }
  const sorted = Object.fromEntries(Object.entries(scores).toSorted(([a], [b]) => a.localeCompare(b)))
  writeFileSync(RECORD, `${JSON.stringify(sorted, null, 2)}\n`)
}

const before = recordedScores()
const asked = process.argv.slice(2)
const isChanged = (file: string): boolean => before[file]?.sha256 !== hashOf(file)
const wanted = chosen(asked).flatMap((target) => target.files.map((file) => ({ file, target })))
// Only what was changed since its last run, unless it was asked for by name.
const tried = asked.length > 0 ? wanted : wanted.filter(({ file }) => isChanged(file))
if (asked.length === 0) {
  const names = tried.map(({ file }) => file).join(', ')
  console.log(tried.length > 0 ? `Changed since their last run: ${names}` : 'Nothing was changed.')
}
const share = ({ caught, mutants }: { caught: number; mutants: number }): number =>
  caught / Math.max(1, mutants)
let fallen = 0
for (const { file, target } of tried) {
  const was = before[file]
  const now = await tryFile(file, target)
  if (was && share(now) < share(was)) {
    console.log(`${file} fell from ${was.caught} of ${was.mutants}.`)
    fallen += 1
  } else record(file, now)
}
process.exit(fallen > 0 ? 1 : 0)
