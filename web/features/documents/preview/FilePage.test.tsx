import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { by, refused, renderAt, setWindowWidth } from '../../../testing/renderAt.tsx'
import { settled } from '../../../testing/settled.ts'
import { BASE, type Entry, type Rights, room } from '../testing/room.ts'

beforeEach(() => setWindowWidth(1440))

const ENTRIES: readonly Entry[] = [
  { id: 'f1', name: 'A folder', folder: true },
  { id: 'd1', name: 'a model.dwg', size: 2000 },
  { id: 'd2', name: 'b site.JPG', size: 61_400 },
  { id: 'd3', name: 'c notes.txt', size: 300 },
  { id: 'd4', name: 'd drone.mp4', size: 9000 },
  { id: 'd5', name: 'e page.html', size: 300 },
  { id: 'd6', name: 'f blank.pdf', size: 0 },
]

function open(id: string, rights: Rights = {}, entries: readonly Entry[] = ENTRIES) {
  const { answers } = room([...entries], rights)
  return { ...renderAt(`${BASE}/${id}`, answers), answers, user: userEvent.setup() }
}

const preview = (name: string) => screen.findByRole('region', { name: `Preview of ${name}` })

test('DOC-10 buttons lead to the sibling files; at the ends of the folder one of them is disabled', async () => {
  const { user } = open('d1')
  const first = await preview('a model.dwg')
  expect(within(first).getByRole<HTMLButtonElement>('button', { name: 'Previous file' }).disabled).toBe(true)
  await user.click(within(first).getByRole('link', { name: 'Next file' }))
  const second = await preview('b site.JPG')
  await user.click(within(second).getByRole('link', { name: 'Previous file' }))
  await preview('a model.dwg')
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

test('ERR-12 DOC-17 a file that is closed by the time of its download shows that it is', async () => {
  const { user, answers } = open('d2')
  const bar = within(await preview('b site.JPG'))
  const gone = refused('NOT_FOUND', 'Document not found.')
  Object.assign(answers, { DownloadFile: gone, OpenDocument: gone })
  await user.click(bar.getByRole('button', { name: 'Download' }))
  expect(await screen.findByText('Document not found.')).toBeTruthy()
  expect(screen.getByText('b site.JPG could not be downloaded: Document not found.')).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Preview of b site.JPG' })).toBeNull()
})

/** What everybody has for themselves. */
const PERSONAL = ['Add to favourites', 'Private note']

test.each<[string, Rights, string[]]>([
  ['may only look', {}, [...PERSONAL, 'Show columns', 'Show favourites', 'Show new']],
  [
    'may look at the history',
    { canViewDocumentsHistory: true },
    [...PERSONAL, 'Show columns', 'Show history', 'Show favourites', 'Show new'],
  ],
  [
    'may do everything',
    {
      canEdit: true,
      canRename: true,
      canDelete: true,
      canEditPermissions: true,
      documentLabels: true,
      allowRootFiles: true,
      canViewDocumentsHistory: true,
    },
    [
      ...PERSONAL,
      'Rename',
      'Move',
      'Labels',
      'Permissions',
      'Who could see this',
      'Show columns',
      'Show history',
      'Show favourites',
      'Show new',
      'Delete',
    ],
  ],
])('DOC-12 PERM-16 HIST-02 the menu of the bar for who %s', async (_who, rights, entries) => {
  const { user } = open('d2', rights)
  await user.click(within(await preview('b site.JPG')).getByRole('button', { name: 'Actions' }))
  expect(screen.getAllByRole('menuitem').map((entry) => entry.textContent)).toEqual([
    'Download marked PDF',
    ...entries,
  ])
})

test('PERM-14 a file that is opened shows its labels', async () => {
  open('d1', { documentLabels: true }, [{ id: 'd1', name: 'a model.dwg', labels: ['Confidential'] }])
  expect(await within(await preview('a model.dwg')).findByText('Confidential')).toBeTruthy()
})

test('DOC-13 ERR-09 what failed by the way to the server is shown once it is tried again', async () => {
  const { user } = open('d3')
  let fails = true
  serve(() => {
    if (fails) throw new TypeError('Failed to fetch')
    return part('Substation notes')
  })
  expect(await screen.findByText('This file could not be read from the server.')).toBeTruthy()
  fails = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  const frame = await within(await preview('c notes.txt')).findByTitle('c notes.txt')
  expect(frame.getAttribute('srcdoc')).toContain('Substation notes')
})

test('what would fail again is not offered to be tried again', async () => {
  open('d3')
  serve(() => part('PK\u0003\u0004\0\0\0'))
  await screen.findByText('This is not a text file, although its name says so.')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
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

/** What the server answers for the bytes of the file that is being opened. */
function serve(answer: (init: RequestInit) => Response | Promise<Response>) {
  const scripted = globalThis.fetch
  const files = vi.fn(answer)
  vi.stubGlobal('fetch', async (url: unknown, init: RequestInit) =>
    String(url).startsWith('/files/') ? files(init) : scripted(url as string, init),
  )
  return files
}

const part = (text: string, total = text.length) =>
  new Response(text, { status: 206, headers: { 'Content-Range': `bytes 0-${text.length - 1}/${total}` } })

test('DOC-13 DOC-43 text renders in a frame in which nothing may run or load', async () => {
  open('d3')
  serve(() => part('</pre><script>parent.owned = 1</script>'))
  const frame = await within(await preview('c notes.txt')).findByTitle('c notes.txt')
  expect(frame.getAttribute('sandbox')).toBe('')
  expect(frame.getAttribute('src')).toBeNull()
  const page = new DOMParser().parseFromString(frame.getAttribute('srcdoc') ?? '', 'text/html')
  expect(page.querySelector('script')).toBeNull()
  expect(page.querySelector('pre')?.textContent).toBe('</pre><script>parent.owned = 1</script>')
  expect(page.querySelector('meta[http-equiv]')?.getAttribute('content')).toContain("default-src 'none'")
})

test('a long text shows its beginning and says so', async () => {
  open('d3')
  const asked = serve(() => part('first lines', 48_000_000))
  expect(
    await screen.findByText('This is the first 1.0 MB of 48.0 MB. Download the file to read all of it.'),
  ).toBeTruthy()
  expect(asked.mock.calls.map(([{ headers }]) => headers)).toEqual([{ Range: 'bytes=0-999999' }])
})

test.each([
  ['is gone', () => new Response('{}', { status: 404 }), 'This file has since been deleted.'],
  ['can’t be had', () => new Response('{}', { status: 500 }), 'This file could not be read from the server.'],
  ['is no text', () => part('PK\u0003\u0004\0\0\0'), 'This is not a text file, although its name says so.'],
])('a text that %s says so and offers its download', async (_how, answer, message) => {
  open('d3')
  serve(answer)
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'Download' })).toHaveLength(2)
})

test('what comes after a file was left never shows over the next one', async () => {
  const slow = Promise.withResolvers<Response>()
  let signal: AbortSignal | null | undefined
  const { user } = open('d3')
  serve((init) => {
    signal = init.signal
    return slow.promise
  })
  await preview('c notes.txt')
  await waitFor(() => expect(signal).toBeTruthy())
  await user.keyboard('{ArrowLeft}')
  await within(await preview('b site.JPG')).findByRole('img')
  expect(signal?.aborted).toBe(true)
  slow.resolve(part('late'))
  await settled()
  expect(screen.queryByTitle('c notes.txt')).toBeNull()
})

test('an empty file says so without asking for it', async () => {
  open('d6')
  const asked = serve(() => part('x'))
  expect(await screen.findByText('This file is empty.')).toBeTruthy()
  expect(asked).not.toHaveBeenCalled()
})

test('DOC-13 a video plays in the page', async () => {
  open('d4')
  const player = await within(await preview('d drone.mp4')).findByLabelText('d drone.mp4')
  expect(player.tagName).toBe('VIDEO')
  expect(player.getAttribute('src')).toBe('/files/d4?signature=1')
})

test('a fresh address of the same file does not load the preview again', async () => {
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

test('DOC-09 DOC-10 Escape leaves the full window, then returns to the folder with the focus on the row', async () => {
  const { user, router } = open('d2')
  const viewer = await preview('b site.JPG')
  await user.click(within(viewer).getByRole('button', { name: 'Full window' }))
  expect(viewer.dataset.full).toBe('')
  await user.keyboard('{Escape}')
  expect(viewer.dataset.full).toBeUndefined()
  expect(router.state.location.pathname).toBe(`${BASE}/d2`)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(router.state.location.pathname).toBe(BASE))
  await waitFor(() => expect((document.activeElement as HTMLElement).dataset.id).toBe('d2'))
})

test('DOC-09 Escape in an open menu closes that alone', async () => {
  const { user, router } = open('d2', { canRename: true })
  const viewer = await preview('b site.JPG')
  await user.click(within(viewer).getByRole('button', { name: 'Actions' }))
  await screen.findByRole('menuitem', { name: 'Rename' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull())
  expect(router.state.location.pathname).toBe(`${BASE}/d2`)
})
