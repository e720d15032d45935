import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { by, renderAt, setWindowWidth } from '../../../testing/renderAt.tsx'
import { BASE, type Entry, room } from '../testing/room.ts'

beforeEach(() => setWindowWidth(1440))

const ENTRIES: readonly Entry[] = [
  { id: 'f1', name: 'A folder', folder: true },
  { id: 'd1', name: 'a model.xlsx', size: 2000 },
  { id: 'd2', name: 'b site.JPG', size: 61_400 },
  { id: 'd3', name: 'c notes.txt' },
  { id: 'd4', name: 'd drone.mp4' },
  { id: 'd5', name: 'e page.html' },
]

function open(id: string) {
  const { answers } = room([...ENTRIES])
  return { ...renderAt(`${BASE}/${id}`, answers), answers, user: userEvent.setup() }
}

const preview = (name: string) => screen.findByRole('region', { name: `Preview of ${name}` })

test('DOC-10 buttons lead to the sibling files; at the ends of the folder one of them is disabled', async () => {
  const { user } = open('d1')
  const first = await preview('a model.xlsx')
  expect(within(first).getByRole<HTMLButtonElement>('button', { name: 'Previous file' }).disabled).toBe(true)
  await user.click(within(first).getByRole('link', { name: 'Next file' }))
  const second = await preview('b site.JPG')
  await user.click(within(second).getByRole('link', { name: 'Previous file' }))
  await preview('a model.xlsx')
})

test('DOC-10 ArrowRight and ArrowLeft lead to the sibling files', async () => {
  const { user, router } = open('d2')
  await preview('b site.JPG')
  await user.keyboard('{ArrowRight}')
  await preview('c notes.txt')
  await user.keyboard('{ArrowLeft}')
  await waitFor(() => expect(router.state.location.pathname).toBe(`${BASE}/d2`))
})

test('DOC-11 DOC-12 the bar has copy link and download', async () => {
  const { user } = open('d2')
  const bar = within(await preview('b site.JPG'))
  await user.click(bar.getByRole('button', { name: 'Copy link' }))
  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}${BASE}/d2`)
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  await user.click(bar.getByRole('button', { name: 'Download' }))
  await waitFor(() => expect(saved).toEqual(['b site.JPG']))
})

test('DOC-13 a picture shows as an image; a broken one says so and offers its download', async () => {
  open('d2')
  const image = await within(await preview('b site.JPG')).findByRole('img', { name: 'b site.JPG' })
  expect(image.getAttribute('src')).toBe('/files/d2?signature=1')
  fireEvent.error(image)
  const shown = within(await preview('b site.JPG'))
  expect(shown.getByText('This image could not be shown. The file may be damaged.')).toBeTruthy()
  expect(shown.getAllByRole('button', { name: 'Download' })).toHaveLength(2)
})

test.each(['d1', 'd5'])('DOC-13 DOC-43 a file without a preview (%s) offers its download', async (id) => {
  open(id)
  expect(await screen.findByText('There is no preview for this kind of file.')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Download' })).toHaveLength(2)
  expect(document.querySelector('iframe, img[src^="/files"], video, object, embed')).toBeNull()
})

test('DOC-13 DOC-43 text renders in a frame in which nothing may run', async () => {
  open('d3')
  const frame = await within(await preview('c notes.txt')).findByTitle('c notes.txt')
  expect(frame.getAttribute('src')).toBe('/files/d3?signature=1')
  expect(frame.getAttribute('sandbox')).toBe('')
})

test('DOC-13 a video plays in the page', async () => {
  open('d4')
  const player = await within(await preview('d drone.mp4')).findByLabelText('d drone.mp4')
  expect(player.tagName).toBe('VIDEO')
  expect(player.getAttribute('src')).toBe('/files/d4?signature=1')
})

test('a fresh address of the same file does not load the preview anew', async () => {
  let calls = 0
  const { answers } = room([...ENTRIES])
  const { OpenDocument } = answers
  const { router } = renderAt(`${BASE}/d2`, {
    ...answers,
    OpenDocument: by(async (variables) => {
      calls += 1
      const text = JSON.stringify(typeof OpenDocument === 'function' ? await OpenDocument(variables) : {})
      return JSON.parse(text.replaceAll('signature=1', `signature=${calls}`))
    }),
  })
  expect((await screen.findByRole('img', { name: 'b site.JPG' })).getAttribute('src')).toContain(
    'signature=1',
  )
  await act(() => router.navigate(`${BASE}/d3`))
  await preview('c notes.txt')
  await act(() => router.navigate(`${BASE}/d2`))
  // Back again, the address of before may be over: the picture waits for the new one.
  await waitFor(() =>
    expect(screen.getByRole('img', { name: 'b site.JPG' }).getAttribute('src')).toContain('signature=3'),
  )
})
