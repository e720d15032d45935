// npm run doctor: looks at everything that a start needs (OPS-13 to OPS-18).
import { runCommand } from './command.ts'
import { makeChecks } from './doctor/checks.ts'

const USAGE = 'Usage: npm run doctor -- [--json]'
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
