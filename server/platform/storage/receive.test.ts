import { randomBytes } from 'node:crypto'
import { closeSync, fstatSync, mkdtempSync, openSync, rmSync, write } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { receive } from './receive.ts'

test('an aborted transfer writes nothing more to its file, whose number may be another’s by then', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-receive-'))
  const file = openSync(path.join(folder, 'arriving'), 'wx')
  const written: number[] = []
  const source = new PassThrough()
  try {
    const received = receive(source, file, {
      limit: 10_000_000,
      onWritten: (bytes) => written.push(bytes),
      checkSpace: async () => {},
    })
    // The first is on its way to the disk while the second waits to be written.
    for (let sent = 0; sent < 2; sent += 1) source.emit('data', randomBytes(200_000))
    source.destroy(new Error('The client went away.'))
    await expect(received).rejects.toThrow('The client went away.')
    const before = [...written]
    // Writes of a file follow each other: behind these nothing of the transfer is on its way any more.
    for (let own = 0; own < 3; own += 1) await promisify(write)(file, 'own', 0, 'utf8')
    expect(written).toEqual(before)
  } finally {
    closeSync(file)
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a transfer is whole once it is said to be: also where its last part came before the one before was written', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'helioroom-receive-'))
  try {
    for (let round = 0; round < 20; round += 1) {
      const file = openSync(path.join(folder, `arriving ${round}`), 'wx')
      // All of it is there in one piece, so that its end comes with its last part.
      const source = new Readable({ read: () => {}, highWaterMark: 1_000_000 })
      for (let part = 0; part < 3; part += 1) source.push(randomBytes(200_000))
      source.push(null)
      let written = 0
      const { size } = await receive(source, file, {
        limit: 10_000_000,
        onWritten: (bytes) => {
          written += bytes
        },
        checkSpace: async () => {},
      })
      expect([size, written, fstatSync(file).size]).toEqual([600_000, 600_000, 600_000])
      closeSync(file)
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
