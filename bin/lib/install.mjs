import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot, ROOT } from './paths.mjs'
import { run, Stop } from './process.mjs'

// Inside node_modules: whoever removes that removes the stamp with it.
const STAMP = inRoot('node_modules/.helioroom-stamp')
const LOCKFILE = inRoot('package-lock.json')

/** Installs the packages that the lockfile names, unless exactly those are there already. */
export async function ensureInstalled() {
  const wanted = fingerprint()
  if (readIfExists(STAMP) === wanted) return
  if (!installedByHand()) {
    console.log('Installing packages …')
    const [command, first] = npm()
    // Exactly what the lockfile names, for this system. The web is built here, so the development packages are needed
    // under NODE_ENV=production, too.
    const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
    const code = await run(command, [...first, 'ci', ...flags])
    if (code !== 0) {
      throw new Stop(
        'The packages could not be installed; npm says why above. The npm registry must be reachable.',
      )
    }
  }
  try {
    writeFileSync(STAMP, wanted)
  } catch {
    // Installed by another account: the packages are compared again at each start.
  }
}

function fingerprint() {
  const hash = createHash('sha256').update(readFileSync(LOCKFILE))
  return hash.update(`${process.platform} ${process.arch}`).digest('hex')
}

// npm records what it installed. An `npm install` or `npm ci` by hand needs no repeating.
function installedByHand() {
  const recorded = readIfExists(inRoot('node_modules/.package-lock.json'))
  if (recorded === undefined) return false
  const there = JSON.parse(recorded).packages
  const wanted = JSON.parse(readFileSync(LOCKFILE, 'utf8')).packages
  const missing = ([name, { version, optional }]) => {
    return there[name] ? there[name].version !== version : !optional
  }
  const tooMany = Object.keys(there).some((name) => !wanted[name])
  return !tooMany && !Object.entries(wanted).some((entry) => entry[0] !== '' && missing(entry))
}

/** Command and first arguments that run npm: the npm that runs this script, else the one on the path. */
function npm() {
  const running = process.env.npm_execpath
  if (running && /npm-cli\.c?js$/.test(running) && existsSync(running)) return [outerNode(), [running]]
  return ['npm', []]
}

// While npm replaces node_modules, the Node in there is missing: npm itself must run on another.
function outerNode() {
  if (!process.execPath.startsWith(ROOT + path.sep)) return process.execPath
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => !folder.startsWith(ROOT))
  return (
    folders.map((folder) => path.join(folder, 'node')).find((file) => existsSync(file)) ?? process.execPath
  )
}

function readIfExists(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}
