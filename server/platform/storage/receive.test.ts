import { randomBytes } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { receive } from './receive.ts'

test('a transfer that is given up writes nothing more to its file, whose number may be another’s by then', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-receive-'))
  const file = openSync(path.join(folder, 'arriving'), 'wx')
  const written: number[] = []
  const source = new PassThrough()
  try {
    const received = receive(source, file, {
      limit: 10_000_000,
      onWritten: (bytes) => written.push(bytes),
      checkRoom: async () => {},
    })
    // The first is on its way to the disk while the second waits to be written.
    for (let sent = 0; sent < 2; sent += 1) source.emit('data', randomBytes(200_000))
    source.destroy(new Error('The client went away.'))
    await expect(received).rejects.toThrow('The client went away.')
    const before = [...written]
    await sleep(100)
    expect(written).toEqual(before)
  } finally {
    closeSync(file)
    rmSync(folder, { recursive: true, force: true })
  }
})
