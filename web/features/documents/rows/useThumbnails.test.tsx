// @vitest-environment happy-dom
import { act, fireEvent, renderHook, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderAt, setWindowWidth } from '../../../testing/renderAt.tsx'
import type { Row } from '../place/place.ts'
import { BASE, room } from '../testing/room.ts'
import { useThumbnails } from './useThumbnails.ts'

beforeEach(() => setWindowWidth(1440))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const row = (id: string, change: Partial<Row> = {}): Row => ({
  id,
  name: `${id}.png`,
  fileType: 'FILE',
  size: 1,
  modifiedTimestamp: new Date().toISOString(),
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
  ...change,
})

function open(rows: readonly (Row | undefined)[]) {
  vi.useFakeTimers()
  const refresh = vi.fn(async () => {})
  const hook = renderHook(({ rows }) => useThumbnails(rows, refresh), { initialProps: { rows } })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  return { ...hook, refresh, pass }
}

test('DOC-06 a list with new pictures is read again until their thumbnails are there', async () => {
  const { refresh, pass, rerender } = open([undefined, row('a'), row('b')])
  await pass(1000)
  expect(refresh).not.toHaveBeenCalled()
  await pass(1500)
  expect(refresh).toHaveBeenCalledTimes(1)
  rerender({ rows: [row('a', { thumbnailUrl: '/files/a' }), row('b', { thumbnailUrl: '/files/b' })] })
  await pass(120_000)
  expect(refresh).toHaveBeenCalledTimes(1)
})

test('DOC-06 in a tab that nobody sees nothing is read; it goes on when the tab is seen again', async () => {
  const see = (visibility: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
  }
  const { refresh, pass } = open([row('a')])
  see('hidden')
  await pass(600_000)
  expect(refresh).not.toHaveBeenCalled()
  see('visible')
  expect(refresh).toHaveBeenCalledTimes(1)
  see('hidden')
  see('visible')
  expect(refresh).toHaveBeenCalledTimes(1)
  await pass(3500)
  expect(refresh).toHaveBeenCalledTimes(2)
})

test('what never gets a thumbnail is not waited for without end, and nothing is read for other files', async () => {
  const broken = open([row('broken', { name: 'broken.pdf' })])
  await broken.pass(600_000)
  expect(broken.refresh).toHaveBeenCalledTimes(5)
  broken.unmount()
  const others = open([
    row('old', { modifiedTimestamp: new Date(Date.now() - 120_000).toISOString() }),
    row('notes', { name: 'notes.txt' }),
    row('folder', { name: 'folder.png', fileType: 'FOLDER' }),
  ])
  await others.pass(600_000)
  expect(others.refresh).not.toHaveBeenCalled()
})

test('addresses that have expired are asked for again, once for all pictures', async () => {
  const { refresh, pass, result } = open([])
  for (let times = 0; times < 30; times += 1) result.current()
  expect(refresh).toHaveBeenCalledTimes(1)
  await pass(250_000)
  result.current()
  expect(refresh).toHaveBeenCalledTimes(2)
})

test('DOC-06 the list shows thumbnails, and the icon where one does not load', async () => {
  const entries = [
    { id: 'd1', name: 'Site.jpg', thumbnail: '/files/t1?signature=1' },
    { id: 'd2', name: 'Lease.pdf' },
  ]
  renderAt(BASE, room(entries).answers)
  await screen.findByText('Lease.pdf')
  const pictures = () => [...document.querySelectorAll<HTMLImageElement>('[data-row] img')]
  expect(pictures().map((picture) => picture.getAttribute('src'))).toEqual(['/files/t1?signature=1'])
  expect(screen.getByRole('img', { name: 'PDF' })).toBeTruthy()
  for (const picture of pictures()) fireEvent.error(picture)
  expect(pictures()).toEqual([])
  expect(screen.getByRole('img', { name: 'Image' })).toBeTruthy()
})
