// npm test: everything, on a fresh machine too. The last line says how many tests passed and failed.
import './lib/require-node.mjs'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { findChromium } from './lib/chromium.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { node24, withNode24 } from './lib/node24.mjs'
import { CACHE, inRoot } from './lib/paths.mjs'
import { main, run, Stop } from './lib/process.mjs'
import { remark } from './lib/remarks.mjs'
import { ensureWebBuilt } from './lib/web.mjs'

const PARTS = { unit, e2e }

await main(async () => {
  const asked = process.argv.slice(2)
  const unknown = asked.find((part) => !(part in PARTS))
  if (unknown) throw new Stop(`There is no part ${unknown} of the tests. Usage: npm test [-- unit | e2e]`)
  await ensureInstalled()
  await ensureWebBuilt()
  mkdirSync(CACHE, { recursive: true })
  let passed = 0
  let failed = 0
  const remarks = []
  for (const part of asked.length > 0 ? asked : Object.keys(PARTS)) {
    const result = await PARTS[part](path.join(CACHE, `test-${part}.json`))
    passed += result.passed
    failed += result.failed
    remarks.push(...result.remarks)
  }
  // Said again where it is looked for, below thousands of lines.
  for (const remark of remarks) console.log(remark)
  if (passed + failed === 0) console.error('No test ran.')
  console.log(`${passed} passed, ${failed} failed`)
  return passed > 0 && failed === 0 ? 0 : 1
})

/** Everything that needs no browser, by vitest. */
function unit(report) {
  const reporters = ['default', 'json', inRoot('bin/lib/remarks.mjs')].map((name) => `--reporter=${name}`)
  const args = [inRoot('node_modules/vitest/vitest.mjs'), 'run', ...reporters]
  return counted(report, [...args, `--outputFile.json=${report}`], {}, (json) => ({
    passed: json.numPassedTests,
    failed: json.numFailedTests,
    remarks: [],
  }))
}

/** The journeys in a browser, by Playwright, on the built pages. */
async function e2e(report) {
  const args = [inRoot('node_modules/@playwright/test/cli.js'), 'test', '--reporter=list,json']
  const env = { CHROME_PATH: await findChromium(), PLAYWRIGHT_JSON_OUTPUT_NAME: report }
  return counted(report, args, env, ({ stats, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected,
    remarks: specsOf(suites).flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ status, results }) =>
          remark(
            status === 'flaky' ? 'flaky' : 'failed',
            `e2e/${file} › ${title}`,
            results[0]?.error?.message,
          ),
        ),
    ),
  }))
}

/** All journeys, however deep their files nest them. */
function specsOf(suites = []) {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites)])
}

async function counted(report, args, env, count) {
  rmSync(report, { force: true })
  const code = await run(node24(), args, { env: { ...withNode24(), ...env } })
  let result = { passed: 0, failed: 0, remarks: [] }
  try {
    result = count(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    // No report was written: the exit code below tells.
  }
  // A file that does not load, or an error outside any test, fails the run without a failed test.
  if (code === 0 || result.failed > 0) return result
  const remarks = [
    ...result.remarks,
    remark('failed', path.basename(report), `ended with code ${code} and no failed test`),
  ]
  return { ...result, failed: 1, remarks }
}
