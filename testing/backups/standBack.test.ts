import { execFileSync } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

const MODULE = path.resolve(import.meta.dirname, '../../server/platform/backup/standBack.ts')
const STAND_BACK = `
  const { standBack } = await import(process.argv[1])
  standBack()
  console.log((await import('node:os')).getPriority())`

test('a backup stands back behind people who work, and stays further behind where it was started so', () => {
  const priorityOf = (nice: number) =>
    Number(
      execFileSync(
        'nice',
        ['-n', String(nice), process.execPath, '--input-type=module', '-e', STAND_BACK, MODULE],
        {
          encoding: 'utf8',
        },
      ),
    )
  // The tests themselves may have been started so.
  const own = os.getPriority()
  expect([0, 15].map(priorityOf)).toEqual([Math.max(10, own), Math.min(19, own + 15)])
})
