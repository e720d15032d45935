import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { commandOf, THIS_PROGRAM } from '../cluster/member.ts'
import { portsInARow } from '../cluster/ports.ts'

test('SCALE-31 the audit of a run without kills finds nothing, and then names the three faults that are planted', async () => {
  const port = await portsInARow()
  const args = ['--prove', '--port', String(port)]
  const [command, all, shell] = await commandOf(THIS_PROGRAM, 'testing/faults/scenarios/main.ts', args)
  const child = spawn(command, all, { env: shell, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
  const code = await new Promise((resolve) => child.once('close', resolve))
  expect(printed).toMatch(
    /^Without faults: 0 lost, 0 doubled, 0 exposed; .*With three: [1-9]\d* lost, [1-9]\d* doubled, [1-9]\d* exposed/s,
  )
  expect([code, printed.trimEnd().split('\n').at(-1)]).toEqual([0, '1 passed, 0 failed'])
})
