import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { node24, withNode24 } from './node24.mjs'
import { CACHE, inRoot, ROOT } from './paths.mjs'
import { run, Stop } from './process.mjs'

const STAMP = path.join(CACHE, 'web-build')
/** The product's page, and that of who is not signed in. */
const BUILT = [inRoot('web/dist/index.html'), inRoot('web/dist/signIn.html')]
const CONFIGS = ['web/vite.config.ts', 'web/signInPage/vite.config.ts']
/** Files whose names hold a hash of their content, and where those of former builds are kept during a build. */
const HASHED = inRoot('web/dist/static')
const BEFORE = path.join(CACHE, 'web-before')
/** Pages that are open go on asking for the files of the build that they are of, in ms. */
const KEPT_FOR = 7 * 24 * 60 * 60 * 1000
const SOURCES = ['web', 'shared', 'package-lock.json']
const NOT_SOURCES = new Set(['dist', 'node_modules'])

/** Builds the pages into web/dist, unless their sources are as they were at the last build. */
export async function ensureWebBuilt() {
  const wanted = fingerprint()
  const isBuilt = [...BUILT, STAMP].every((file) => existsSync(file))
  if (isBuilt && readFileSync(STAMP, 'utf8') === wanted) return
  console.log('Building the pages …')
  rmSync(STAMP, { force: true })
  copyFiles(HASHED, BEFORE, isKept)
  for (const config of CONFIGS) await build(config)
  copyFiles(BEFORE, HASHED, () => true)
  rmSync(BEFORE, { recursive: true, force: true })
  mkdirSync(CACHE, { recursive: true })
  writeFileSync(STAMP, wanted)
}

/** The second builds beside the first. @throws Stop where a page could not be built */
async function build(config) {
  const vite = inRoot('node_modules/vite/bin/vite.js')
  const options = ['--config', inRoot(config), '--configLoader', 'native', '--logLevel', 'error']
  const env = { ...withNode24(), NODE_ENV: 'production' }
  if ((await run(node24(), [vite, 'build', ...options], { env })) !== 0)
    throw new Stop('The pages could not be built; see the error above.')
}

/** Whether pages that are open may still ask for a file of a former build. */
export const isKept = (file) => Date.now() - statSync(file).mtimeMs < KEPT_FOR

/** Copies the files of a folder to another one, with their times, save those that are there already. */
export function copyFiles(from, to, isWanted) {
  if (!existsSync(from)) return
  const filter = (file) => statSync(file).isDirectory() || isWanted(file)
  cpSync(from, to, { recursive: true, force: false, preserveTimestamps: true, filter })
}

// Sizes and times of change, not contents: this is looked at before every start.
function fingerprint() {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const file of filesIn(inRoot(source))) {
      const { size, mtimeMs } = statSync(file)
      hash.update(`${path.relative(ROOT, file)} ${size} ${mtimeMs}\n`)
    }
  }
  return hash.digest('hex')
}

function filesIn(entry) {
  if (!statSync(entry).isDirectory()) return [entry]
  return readdirSync(entry)
    .filter((name) => !NOT_SOURCES.has(name) && !/\.test\.tsx?$/.test(name))
    .sort()
    .flatMap((name) => filesIn(path.join(entry, name)))
}
