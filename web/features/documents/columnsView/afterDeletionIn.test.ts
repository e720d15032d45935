import { expect, test } from 'vitest'
import type { Row } from '../place/place.ts'
import { afterDeletionIn } from './afterDeletionIn.ts'

const row = (id: string, fileType: 'FILE' | 'FOLDER' = 'FILE'): Row => ({
  id,
  name: id,
  fileType,
  size: fileType === 'FILE' ? 1 : null,
  modifiedTimestamp: '2026-03-02T09:00:00Z',
  fileCount: 0,
  versionCount: 1,
  versionNumber: 1,
  thumbnailUrl: null,
  isFavourite: false,
  isNew: false,
  isNewVersion: false,
  isStaged: false,
  stagedChanges: [],
  newBelow: 0,
  number: null,
  labels: [],
  permittedIds: [],
  permittedLevels: [],
  level: 'ORIGINAL',
})
const ROWS = [row('folder', 'FOLDER'), row('a'), row('b'), undefined, row('c')]
const next = (chosen: string, ...gone: string[]) =>
  afterDeletionIn(ROWS, chosen, new Set([chosen, ...gone]))?.id ?? null

test('DOP-13 of a chosen file that was deleted the next file is chosen, else the one before, else none', () => {
  expect(next('a')).toBe('b')
  expect(next('a', 'b')).toBe('c')
  expect(next('c')).toBe('b')
  expect(next('b', 'a', 'c')).toBeNull()
})

test('DOP-13 of a folder its own folder is left', () => {
  expect(next('folder')).toBeNull()
})
