import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Mutant, withMutants } from './mutants.ts'
import { chosen, type Target } from './targets.ts'

// npm run mutate -- MODULE: changes one thing of a source after the other and runs its tests, which are to fail.

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const RECORD = path.join(ROOT, 'testing/mutation.json')

/** What the runs found so far, by file. */
export interface Scores {
  [file: string]: { sha256: string; mutants: number; caught: number }
}

const sourceOf = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8')
const hashOf = (file: string): string =>
  createHash('sha256').update(sourceOf(file)).digest('hex').slice(0, 16)

/** Whether some test of the target fails with the mutant of this number; 0 is the source as it is. */
function fails({ files, tests, needsDatabase }: Target, number: number): Promise<boolean> {
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs')
  const config = path.join(ROOT, 'testing/mutation/vitest.config.ts')
  const env = {
    ...process.env,
    MUTATION_FILES: files.map((file) => path.join(ROOT, file)).join(','),
    MUTATION_DATABASE: needsDatabase ? '1' : '0',
    HELIOROOM_MUTANT: String(number),
  }
  // A process for each: a running Vitest keeps what it has loaded, and the environment that its workers began with.
  const run = spawn(process.execPath, [vitest, 'run', '--config', config, '--root', ROOT, ...tests], {
    cwd: ROOT,
    env,
    stdio: 'ignore',
  })
  return new Promise((resolve, reject) => {
    run.on('error', reject)
    run.on('exit', (code) => resolve(code !== 0))
  })
}

/** Tries all mutants of a file, and prints those that no test noticed. */
async function tryFile(target: Target, scores: Scores): Promise<void> {
  const [file = ''] = target.files
  const { mutants } = withMutants(sourceOf(file))
  if (await fails(target, 0)) throw new Error(`The tests of ${file} fail as they are, or are not there.`)
  const survivors: Mutant[] = []
  for (const [at, mutant] of mutants.entries()) if (!(await fails(target, at + 1))) survivors.push(mutant)
  const caught = mutants.length - survivors.length
  scores[file] = { sha256: hashOf(file), mutants: mutants.length, caught }
  console.log(`${file}: ${caught} of ${mutants.length} caught`)
  const brief = (text: string) => text.replace(/\s+/g, ' ').slice(0, 100)
  for (const { line, from, to } of survivors) console.log(`  ${line}: ${brief(from)} -> ${brief(to)}`)
}

const scores: Scores = JSON.parse(readFileSync(RECORD, 'utf8'))
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
