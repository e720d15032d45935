import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { node24 } from './node24.mjs'
import { inRoot } from './paths.mjs'
import { run, Stop } from './process.mjs'

// The one without windows first: it draws none of a browser's own pages, which takes a third off the journeys.
const NAMES = [
  'chromium-headless-shell',
  ...['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'],
]
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/**
 * Path of a Chromium that runs: CHROME_PATH, the system's, Playwright's own; else one that is installed now,
 * by Playwright or, on Debian as root, by apt-get.
 */
export async function findChromium() {
  const given = process.env.CHROME_PATH
  if (given) {
    if (runs(given)) return given
    throw new Stop(`CHROME_PATH is ${given}, but no browser runs there.`)
  }
  const found = installed()
  if (found) return found
  console.log('Installing a Chromium for the browser tests …')
  await run(node24(), [playwrightCli(), 'install', 'chromium'])
  if (!installed() && existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    await run('apt-get', ['update', '-q'])
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['install', '-q', '-y', '--no-install-recommends', 'chromium-headless-shell'], {
      env,
    })
  }
  const now = installed()
  if (now) return now
  throw new Stop(
    'The browser tests need a Chromium and none could be installed. ' +
      'Install Chromium or Google Chrome, or set CHROME_PATH to the path of one.',
  )
}

function installed() {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  const onPath = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return [...onPath, MAC, playwrightChromium()].find((file) => existsSync(file) && runs(file))
}

function playwrightChromium() {
  const script = "import('playwright-core').then(({ chromium }) => console.log(chromium.executablePath()))"
  return spawnSync(node24(), ['-e', script], { cwd: inRoot(), encoding: 'utf8' }).stdout.trim()
}

function playwrightCli() {
  return inRoot('node_modules/@playwright/test/cli.js')
}

// A name on the path may be a stand-in that only says how to install the browser.
function runs(file) {
  return spawnSync(file, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0
}
