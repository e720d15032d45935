import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { mkdir, open, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { contentOf } from '../../testing/faults/content.ts'
import type { Room } from '../../testing/room.ts'
import { cancelZip, submitZip, zipState } from '../../testing/zips.ts'

/** Bytes of a file to zip. */
const FILE = 10_000_000
/** Milliseconds between two questions whether the zip is ready. */
const ASK_EVERY = 150

/** A folder with that many bytes in files of 10 MB. */
export async function fill(room: Room, name: string, bytes: number): Promise<string> {
  const [folder] = await room.createFolders([name])
  const parentId = folder?.id ?? ''
  for (let number = 0; number < bytes / FILE; number += 1) {
    const announced = await room.announce([{ name: `Survey ${number}.las`, size: FILE, parentId }])
    for (const upload of announced) await room.put(upload, contentOf(number, FILE))
    await room.confirm(announced)
  }
  return parentId
}

/** The same files in a folder of this machine, by their paths. */
export async function plainFiles(folder: string, bytes: number): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const files: string[] = []
  for (let number = 0; number < bytes / FILE; number += 1) {
    files.push(path.join(folder, `Survey ${number}.las`))
    await writeFile(files.at(-1) ?? '', contentOf(number, FILE))
  }
  return files
}

/** Has the product zip a folder. @returns what removes the zip again, once it can be fetched */
export async function zipByProduct(room: Room, folder: string): Promise<() => Promise<unknown>> {
  const { zipExport } = await submitZip(room, [folder])
  const id = zipExport?.id ?? ''
  for (;;) {
    const { state } = await zipState(room, id)
    if (state === 'READY') return () => cancelZip(room, id)
    if (state !== 'QUEUED' && state !== 'RUNNING') throw new Error(`The zip is ${state}.`)
    await sleep(ASK_EVERY)
  }
}

/** Every stored file, by its path. */
export const storedFiles = (dataDir: string): string[] =>
  readdirSync(path.join(dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))

/** `zip -0`, or where there is none, its bare work: each file read, its checksum made, and written behind the last. */
export async function bareZip(dataDir: string, files: readonly string[]): Promise<() => Promise<void>> {
  const target = path.join(dataDir, 'bare', 'bare.zip')
  await mkdir(path.dirname(target), { recursive: true })
  const { error } = spawnSync('zip', ['-0', '-q', '-j', target, ...files])
  if (error) await concatenated(target, files)
  const handle = await open(target, 'r+')
  // The product, too, waits until the disk has it.
  await handle.sync()
  await handle.close()
  return async () => rmSync(target)
}

async function concatenated(target: string, files: readonly string[]): Promise<void> {
  const buffer = Buffer.allocUnsafeSlow(512 * 1024)
  const out = await open(target, 'w')
  for (const file of files) {
    const source = await open(file, 'r')
    for (let crc = 0; ; ) {
      const { bytesRead } = await source.read(buffer)
      if (bytesRead === 0) break
      crc = crc32(buffer.subarray(0, bytesRead), crc)
      await out.write(buffer, 0, bytesRead)
    }
    await source.close()
  }
  await out.close()
}
