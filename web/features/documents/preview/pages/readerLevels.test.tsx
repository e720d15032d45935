import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { by, setWindowWidth } from '../../../../testing/renderAt.tsx'
import { readerState } from '../../testing/room.ts'
import {
  file,
  freshReader,
  NOT_FOUND,
  openPages,
  page,
  pagesAnswer,
  pictures,
  withClock,
} from './reader.fixture.tsx'

freshReader()

test('VIEW-29 at each level bar and menu of a file offer what it allows, and nothing else', async () => {
  for (const [level, offered] of [
    ['VIEW', []],
    ['PRINT', ['Print']],
    ['PDF', ['Download marked PDF', 'Print']],
    ['ORIGINAL', ['Download', 'Download marked PDF', 'Print']],
  ] as const) {
    // With the original as well it has no preview but its pages.
    const { user, unmount } = openPages(file(level, 'Notice.msg'))
    await screen.findByRole('img', { name: /^Page 1 of 12 of Notice\.msg\./ })
    await user.click(screen.getAllByRole('button', { name: 'Actions' }).at(-1) ?? document.body)
    const menu = within(await screen.findByRole('menu'))
    const named = [
      ...screen.queryAllByRole('button', { name: /^(Print|Download)/, hidden: true }),
      ...menu.queryAllByRole('menuitem', { name: /^(Print|Download)/ }),
    ].map((each) => each.getAttribute('aria-label') ?? each.textContent)
    expect([level, named.toSorted()]).toEqual([level, offered])
    unmount()
  }
})

test('VIEW-29 on a phone the two menus of a file offer what its level allows, and the bar has page field and find', async () => {
  setWindowWidth(390)
  for (const [level, offered] of [
    ['VIEW', []],
    ['PDF', ['Download marked PDF', 'Print']],
    ['ORIGINAL', ['Download', 'Download marked PDF', 'Print']],
  ] as const) {
    const { user, unmount } = openPages(file(level, 'Notice.msg'))
    await screen.findByRole('img', { name: /^Page 1 of 12 of Notice\.msg\./ })
    screen.getByRole('textbox', { name: 'Page' })
    screen.getByRole('button', { name: 'Find' })
    const named: (string | null)[] = []
    for (const name of ['Actions', 'Pages']) {
      await user.click(screen.getAllByRole('button', { name }).at(-1) ?? document.body)
      const menu = within(await screen.findByRole('menu'))
      named.push(
        ...menu
          .queryAllByRole('menuitem', { name: /^(Print|Download)/ })
          .map(({ textContent }) => textContent),
      )
      await user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    }
    expect([level, named.toSorted()]).toEqual([level, offered])
    expect(screen.queryAllByRole('button', { name: /^(Print|Download)/ })).toEqual([])
    unmount()
  }
})

const PRINT_LOST = 'You may no longer print this document.'

test.each(['its addresses are asked for', 'its first page is on the way'])(
  'VIEW-27 an open reader whose level falls to View while %s for paper says so, loses Print and goes on',
  async (moment) => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    const entry = file('PRINT')
    const { user, entries } = openPages(entry)
    await page(1)
    const fall = () => {
      entry.level = 'VIEW'
      for (const each of entries) if (each.id === entry.id) each.level = 'VIEW'
    }
    if (moment === 'its addresses are asked for') fall()
    else {
      pictures.refusedAt = { 'print=1': { status: 403, code: 'FORBIDDEN' } }
      const beneath = globalThis.fetch
      vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
        if (String(input).includes('print=1')) fall()
        return beneath(input, init)
      })
    }
    await user.click(screen.getByRole('button', { name: 'Print' }))
    await screen.findByText(PRINT_LOST)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Print' })).toBeNull())
    expect(screen.queryByRole('dialog')).toBeNull()
    await page(1)
    expect(screen.queryByText(/could not be/)).toBeNull()
    expect(document.querySelector('[data-no-paper]')?.textContent).toBe(
      'This document can only be viewed on the screen.',
    )
    expect(print).not.toHaveBeenCalled()
  },
)

test('VIEW-27 an open reader of a document that was closed says so at its next request, of paper as well', async () => {
  for (const field of ['DocumentPages', 'PrintPages']) {
    const { user, unmount, close } = openPages(file('PRINT'))
    await page(1)
    close(field)
    const name = field === 'PrintPages' ? 'Print' : 'Zoom in'
    await user.click(screen.getByRole('button', { name }))
    await screen.findByText('You no longer have access to this document.')
    expect(screen.queryByText(/could not be/)).toBeNull()
    unmount()
  }
})

test('VIEW-27 an open reader in which nobody does anything learns within a minute that its level fell, and that it was closed', async () => {
  await withClock(async () => {
    const { entries } = openPages(file('PRINT'))
    await page(1)
    await screen.findByRole('button', { name: 'Print' })
    for (const each of entries) each.level = 'VIEW'
    await vi.advanceTimersByTimeAsync(61_000)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Print' })).toBeNull())
    await page(1)
    entries.splice(0)
    await vi.advanceTimersByTimeAsync(61_000)
    await screen.findByText('You no longer have access to this document.')
    expect(screen.queryByRole('img', { name: /^Page 1 / })).toBeNull()
  })
})

test('VIEW-27 an open reader whose report of reading times is refused says then that its document was closed', async () => {
  await withClock(async () => {
    const { entries } = openPages(file('VIEW'), {
      answers: {
        ReaderState: by(() => (entries.length > 0 ? readerState(file('VIEW'), true) : NOT_FOUND)),
        RecordReading: by(() => NOT_FOUND),
      },
    })
    await screen.findByText('Reading times are recorded for the administrators of this room.')
    await page(1)
    entries.splice(0)
    await vi.advanceTimersByTimeAsync(16_000)
    await screen.findByText('You no longer have access to this document.')
  })
})

test('an open reader of which there is another version or rendition by now opens that one in place of a mixture', async () => {
  let opening = 'o1'
  const openings: unknown[] = []
  const { user } = openPages(file('VIEW'), {
    answers: {
      DocumentPages: by((variables) => {
        openings.push(variables.openingId)
        return pagesAnswer(variables, { openingId: opening, level: 'VIEW', remarks: [] })
      }),
    },
  })
  await page(1)
  pictures.asked = []
  opening = 'o2'
  await user.click(screen.getByRole('button', { name: 'Zoom in' }))
  await waitFor(() => expect(pictures.asked.some((url) => url.startsWith('/files/page/o2/'))).toBe(true))
  await page(1)
  expect(openings.filter((id) => id === null)).toHaveLength(2)
})
