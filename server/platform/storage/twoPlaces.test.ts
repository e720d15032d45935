import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { stored } from '../../../testing/stored.ts'
import { testStorage } from './contract.fixture.ts'
import { createDiskStorage, KeyMissingError, KeyTakenError, moveContents, type Storage } from './index.ts'
import { inTwoPlaces } from './twoPlaces.ts'

const KEY = '019a2b3c-0000-7000-8000-000000000001'
const OTHER = '019a2b3c-0000-7000-8000-000000000002'

const newFolder = () => mkdtempSync(path.join(os.tmpdir(), 'helioroom-places-'))
const openAt = (root: string) => createDiskStorage({ root, reserveBytes: 0 })

testStorage('two disks', async () => {
  const folders = [newFolder(), newFolder()]
  return {
    open: async () => inTwoPlaces(await openAt(folders[0] ?? ''), await openAt(folders[1] ?? '')),
    remove: async () => {
      for (const folder of folders) rmSync(folder, { recursive: true })
    },
  }
})

describe('a storage with a second place', () => {
  const folders: string[] = []
  let first: Storage
  let second: Storage
  let both: Storage
  beforeEach(async () => {
    folders.push(newFolder(), newFolder())
    const [one = '', two = ''] = folders
    first = await openAt(one)
    second = await openAt(two)
    both = inTwoPlaces(first, second)
  })
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
  })

  const put = (storage: Storage, key: string, text: string, ifAbsent = false) =>
    storage.put(key, Readable.from([Buffer.from(text)]), { size: Buffer.byteLength(text), ifAbsent })
  const keysOf = async (storage: Storage) => {
    const keys: string[] = []
    for await (const key of storage.list({ prefix: '' })) keys.push(key)
    return keys.sort()
  }

  test('STORE-34 what the first lacks is read in the second, nothing new is written there, and what is removed is removed in both', async () => {
    await put(second, KEY, 'of before')
    await put(both, OTHER, 'new')
    expect([await keysOf(first), await keysOf(second)]).toEqual([[OTHER], [KEY]])
    expect([await both.head(KEY), await both.head(OTHER)]).toEqual([9, 3])
    expect((await stored(both, KEY)).toString()).toBe('of before')
    expect(await keysOf(both)).toEqual([KEY, OTHER])
    await expect(put(both, KEY, 'once more', true)).rejects.toThrow(KeyTakenError)
    await put(second, OTHER, 'new')
    expect(await keysOf(both)).toEqual([KEY, OTHER])
    await both.remove([KEY, OTHER])
    expect([await keysOf(first), await keysOf(second)]).toEqual([[], []])
    await expect(both.read(KEY, { start: 0, end: 0 }, async () => {})).rejects.toThrow(KeyMissingError)
  })

  const moving = { known: async () => new Map(), deletes: false, onFailure: () => {} }

  test('what is moved between two looks is found, and what is removed while it is copied stays nowhere', async () => {
    await put(second, KEY, 'on its way')
    const looking = inTwoPlaces(first, {
      ...second,
      read: async (...args) => {
        await moveContents({ ...moving, from: second, to: first, deletes: true })
        return second.read(...args)
      },
    })
    expect((await stored(looking, KEY)).toString()).toBe('on its way')

    await put(second, OTHER, 'to be removed')
    const removing: Storage = {
      ...first,
      put: async (...args) => {
        const done = await first.put(...args)
        await second.remove([OTHER])
        return done
      },
    }
    expect(await moveContents({ ...moving, from: second, to: removing })).toMatchObject({
      copied: 0,
      failed: 0,
    })
    expect(await first.head(OTHER)).toBe(null)
  })
})
