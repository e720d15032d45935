// npm run doctor: looks at everything that a start needs (OPS-13 to OPS-18).
import { runCommand } from './command.ts'
import { makeChecks } from './doctor/checks.ts'
import { BUCKET_RIGHTS, DATABASE_RIGHTS } from './doctor/rights.ts'

const USAGE = `Usage: npm run doctor -- [--json]
  looks at everything that a start needs, and changes nothing
  The database user needs ${DATABASE_RIGHTS}.
  The key of the bucket needs ${BUCKET_RIGHTS}.`
const NAME_WIDTH = 12
const STATE_WIDTH = 5

await runCommand({
  usage: USAGE,
  options: {},
  run: async () => {
    const checks = await makeChecks(process.env)
    const text = checks.flatMap(({ name, state, message, fix }) => [
      `${state.padEnd(STATE_WIDTH)}${name.padEnd(NAME_WIDTH)} ${message}`,
      ...(fix === undefined ? [] : [`${' '.repeat(STATE_WIDTH + NAME_WIDTH)} ${fix}`]),
    ])
    return { json: { checks }, text, failed: checks.some(({ state }) => state === 'fail') }
  },
})
