import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from './paths.mjs'
import { Stop } from './process.mjs'

const NEEDED = 24

/**
 * The Node that runs the product: the one brought along as a package, else the running one if it is new enough.
 * Call `ensureInstalled` first.
 */
export function node24() {
  const bundled = inRoot(`node_modules/node-${process.platform}-${process.arch}/bin/node`)
  if (existsSync(bundled)) {
    if (realpathSync(bundled) === realpathSync(process.execPath) || runs(bundled)) return bundled
  }
  if (Number.parseInt(process.versions.node, 10) >= NEEDED) return process.execPath
  throw new Stop(
    `Helioroom runs on Node ${NEEDED}, and the one that it brings along cannot run on this machine ` +
      `(${process.platform} ${process.arch}). Please install Node ${NEEDED} or later and try again.`,
  )
}

/** The environment for programs started with that Node: scripts with `#!/usr/bin/env node` find it, too. */
export function withNode24(env = process.env) {
  const folders = [path.dirname(node24()), inRoot('node_modules/.bin'), env.PATH ?? '']
  return { ...env, PATH: folders.join(path.delimiter) }
}

// The file may be for another C library.
function runs(node) {
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return status === 0 && Number.parseInt(stdout.slice(1), 10) >= NEEDED
}
