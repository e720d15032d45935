import { InMemoryCache } from '@apollo/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PAGED_FILES } from '../../../../../shared/pagedFiles.ts'
import { by, refused } from '../../../../testing/renderAt.tsx'
import { settled } from '../../../../testing/settled.ts'
import { previewKind } from '../../place/previewKind.ts'
import { readerState } from '../../testing/room.ts'
import { COUNT, file, freshReader, openPages, page, pictures, withClock } from './reader.fixture.tsx'

freshReader()

test('PAGE-22 a page is a picture that says so; with words given these are there for screen readers', async () => {
  const first = openPages(file('VIEW'))
  await page(1)
  expect(screen.queryByText('Words of page 1')).toBeNull()
  first.unmount()
  openPages(file('VIEW'), { words: true })
  await page(1, '')
  expect(screen.getByText('Words of page 1')).toBeTruthy()
})

test('what the pages leave out is said above them', async () => {
  openPages(file('VIEW'))
  await page(1)
  expect(screen.getByText('Comments are left out. Hidden sheets are left out.')).toBeTruthy()
})

test('a page that can’t be drawn says so in its place, and the others are shown; it may be tried again', async () => {
  pictures.refusedAt = { '/o1/1?': { status: 422, code: 'PAGE_FAILED' } }
  const { user } = openPages(file('VIEW'))
  await page(2)
  expect(screen.getByText('This page could not be drawn.')).toBeTruthy()
  pictures.refusedAt = {}
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await page(1)
  expect(screen.queryByText('This page could not be drawn.')).toBeNull()
})

test('what is being prepared says so in place of its pages, and there is nothing to download', async () => {
  const none = by(() => ({
    data: {
      documentPages: {
        __typename: 'DocumentPages',
        state: 'NONE',
        reason: 'This document is being prepared. Please come back later.',
        count: null,
        remarks: [],
        openingId: 'o1',
        level: 'ORIGINAL',
        pages: [],
      },
    },
  }))
  openPages({ ...file('ORIGINAL'), redacted: true, size: null }, { answers: { DocumentPages: none } })
  await screen.findByText('This document is being prepared. Please come back later.')
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
})

test('whoever is given the redacted version with the original level reads it as pages, and may download it', async () => {
  openPages({ ...file('ORIGINAL'), redacted: true })
  await page(1)
  expect(screen.getAllByRole('button', { name: 'Download' }).length).toBeGreaterThan(0)
})

test('PAGE-17 whoever opens pages very quickly reads how long to wait, and gets them then', async () => {
  const sentence = 'You are opening pages very quickly. Please wait 1 seconds.'
  pictures.refusedAt = { '/o1/1?': { status: 429, code: 'RATE_LIMITED', message: sentence, retryAfter: '1' } }
  openPages(file('VIEW'))
  await screen.findByText(sentence)
  pictures.refusedAt = {}
  await waitFor(() => page(1), { timeout: 5000 })
  expect(screen.queryByText(sentence)).toBeNull()
})

test('an open reader shows in place of its pages that they are given no more', async () => {
  pictures.refusedAt = { '/o1/': { status: 403, code: 'FORBIDDEN' } }
  openPages(file('VIEW'))
  await screen.findByText('You no longer have access to this document.')
})

test('pages near the view alone are asked for', async () => {
  openPages(file('VIEW'))
  await page(1)
  await page(2)
  expect(
    pictures.asked.filter((url) => url.includes('/files/page/')).every((url) => /\/o1\/[123]\?/.test(url)),
  ).toBe(true)
  expect(document.querySelectorAll('[data-page]').length).toBeLessThan(4)
})

test('the keys + and −, and - and =, zoom by a step', async () => {
  openPages(file('VIEW'))
  await page(1)
  const pages = screen.getByRole('document', { name: 'Pages of PPA.pdf' })
  const percent = () => Number.parseInt(screen.getByText(/^\d+%$/).textContent, 10)
  for (const [larger, smaller] of [
    ['+', '−'],
    ['=', '-'],
  ] as const) {
    fireEvent.keyDown(pages, { key: larger })
    const before = percent()
    fireEvent.keyDown(pages, { key: larger })
    expect(percent()).toBeGreaterThan(before)
    fireEvent.keyDown(pages, { key: smaller })
    expect(percent()).toBe(before)
    fireEvent.keyDown(pages, { key: smaller, ctrlKey: true })
    expect(percent()).toBe(before)
  }
})

test('a text is looked for from three letters on; its places are marked, and one goes from one to the next', async () => {
  const texts: unknown[] = []
  const { user } = openPages(file('VIEW'), {
    answers: {
      FindInPages: by(({ text }) => {
        texts.push(text)
        return text === 'lease'
          ? {
              data: {
                findInPages: {
                  __typename: 'PageHitList',
                  count: 2,
                  more: false,
                  hits: [1, 2].map((number) => ({
                    __typename: 'PageHit',
                    page: number,
                    boxes: [{ __typename: 'PageBox', x: 60, y: 60 + number, width: 30, height: 12 }],
                  })),
                },
              },
            }
          : refused('RATE_LIMITED', 'You are searching very often. Please wait 12 seconds.')
      }),
    },
  })
  await page(1)
  await user.click(screen.getByRole('button', { name: 'Find' }))
  const bar = within(screen.getByRole('search', { name: 'Find in the document' }))
  const field = bar.getByRole('searchbox')
  await user.type(field, 'le')
  await bar.findByText('From 3 letters on')
  await user.type(field, 'ase')
  await bar.findByText('1 of 2')
  expect(texts).toEqual(['lease'])
  expect(document.querySelectorAll('[data-page="1"] i, [data-page="2"] i')).toHaveLength(2)
  expect(document.querySelectorAll('[data-page="1"] i[data-current]')).toHaveLength(1)
  await user.click(bar.getByRole('button', { name: 'Next match' }))
  await bar.findByText('2 of 2')
  expect(document.querySelectorAll('[data-page="1"] i[data-current]')).toHaveLength(0)
  await user.type(field, 's')
  await screen.findByText('You are searching very often. Please wait 12 seconds.')
  await user.click(bar.getByRole('button', { name: 'Close find' }))
  await waitFor(() => expect(document.querySelectorAll('[data-page] i')).toHaveLength(0))
})

test('MARK-29 Print gets each page for paper and prints one on each sheet; below PRINT paper says why not', async () => {
  const sheets: (string | null)[] = []
  const print = vi.fn(() => {
    for (const image of document.querySelectorAll('[data-sheets] > img'))
      sheets.push(image.getAttribute('alt'))
  })
  vi.stubGlobal('print', print)
  const viewed = openPages(file('VIEW'))
  await page(1)
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
  const onPaper = () => document.querySelector('[data-no-paper]')
  expect(onPaper()?.textContent).toBe('This document can only be viewed on the screen.')
  const styles = [...document.querySelectorAll('style')].map(({ textContent }) => textContent).join('')
  expect(styles).toMatch(/@media print\{body>:not\(\[data-no-paper\]\)\{display:none!important;\}/)
  viewed.unmount()
  expect(onPaper()).toBeNull()
  const { user } = openPages(file('PRINT'))
  await page(1)
  pictures.asked = []
  await user.click(screen.getByRole('button', { name: 'Print' }))
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  expect(sheets).toEqual(Array.from({ length: COUNT }, (_, at) => `Page ${at + 1} of ${COUNT} of PPA.pdf.`))
  expect(pictures.asked.filter((url) => url.includes('print=1'))).toEqual(
    Array.from({ length: COUNT }, (_, at) => `/files/page/print-of-o1/${at + 1}?width=2400&print=1`),
  )
  await waitFor(() => expect(document.querySelector('[data-sheets]')).toBeNull())
})

test('PAGE-20 with the original files open in today’s previews, and as pages where they have none there', async () => {
  const asPages: string[] = []
  const first = openPages(file('ORIGINAL', 'Notice.msg'))
  await screen.findByRole('img', { name: /^Page 1 of 12 of Notice\.msg\./ })
  first.unmount()
  const names = Object.values(PAGED_FILES).flatMap((extensions) => extensions.map((each) => `Notice.${each}`))
  for (const name of names) {
    const { asked: operations, unmount } = openPages({ ...file('ORIGINAL', name), size: 100 })
    await screen.findByRole('region', { name: `Preview of ${name}` })
    if (previewKind(name) === null) {
      await screen.findByRole('img', {
        name: `Page 1 of 12 of ${name}. It is shown as a picture without its words.`,
      })
      asPages.push(name.split('.')[1] ?? '')
    } else {
      // The reader, which is loaded by then, would have asked.
      await settled()
      expect([name, operations.includes('DocumentPages')]).toEqual([name, false])
    }
    unmount()
  }
  const OTHERS = [
    'avif',
    'tif',
    'tiff',
    'eml',
    'msg',
    'doc',
    'rtf',
    'odt',
    'xls',
    'xlsb',
    'ods',
    'ppt',
    'pptx',
    'pptm',
    'odp',
  ]
  expect(asPages).toEqual(OTHERS)
})

test('PAGE-23 a page has no text to select, nothing is kept of it after the reader is closed, and the browser’s menu is its own', async () => {
  const drawn = new Set<string>()
  let made = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    made += 1
    const url = `blob:page-${made}`
    drawn.add(url)
    return url
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void drawn.delete(url))
  const answers = vi.spyOn(InMemoryCache.prototype, 'write')
  const { unmount, user } = openPages(file('VIEW'), { answers: { FindInPages: oneHit } })
  const image = await page(1)
  await page(2)
  // Larger ones take the place of the first.
  await user.click(screen.getByRole('button', { name: 'Zoom in' }))
  await user.click(screen.getByRole('button', { name: 'Zoom in' }))
  await waitFor(() => expect(made).toBeGreaterThan(drawn.size))
  expect([...document.querySelectorAll('[data-page]')].map(({ textContent }) => textContent).join('')).toBe(
    '',
  )
  expect(image.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Find' }))
  await user.type(screen.getByRole('searchbox', { name: 'Find in document' }), 'lease')
  await screen.findByText('1 of 1')
  expect(drawn.size).toBeGreaterThan(0)
  expect(pictures.asked.length).toBeGreaterThan(0)
  unmount()
  await settled()
  expect([...drawn]).toEqual([])
  for (const store of [localStorage, sessionStorage])
    expect(JSON.stringify(store)).not.toMatch(/files\/page|PPA/)
  const caches = new Set(answers.mock.contexts as InMemoryCache[])
  expect(caches.size).toBeGreaterThan(0)
  for (const cache of caches)
    expect(JSON.stringify(cache.extract())).not.toMatch(/files\/page|documentPages|findInPages/)
})

/** A text that stands once. */
const oneHit = {
  data: {
    findInPages: {
      __typename: 'PageHitList',
      count: 1,
      more: false,
      hits: [
        {
          __typename: 'PageHit',
          page: 1,
          boxes: [{ __typename: 'PageBox', x: 60, y: 60, width: 30, height: 12 }],
        },
      ],
    },
  },
}

test('without pages one reads why, and whoever has the original may download the file', async () => {
  const none = {
    DocumentPages: {
      data: {
        documentPages: {
          __typename: 'DocumentPages',
          state: 'NONE',
          reason: 'It is damaged or empty.',
          count: null,
          remarks: [],
          openingId: 'o1',
          level: 'VIEW',
          pages: [],
        },
      },
    },
  }
  const below = openPages(file('VIEW'), { answers: none })
  await screen.findByText(
    'This document has no pages to show, and you may only view it. Please ask for another format.',
  )
  expect(screen.getByText('It is damaged or empty.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull()
  below.unmount()
  openPages(file('ORIGINAL', 'Notice.msg'), { answers: none })
  await screen.findByText('It is damaged or empty.')
  expect(screen.getAllByRole('button', { name: 'Download' }).length).toBeGreaterThan(0)
})

test('PAGE-25 PAGE-27 where it is measured the reader says so, and reports the pages in view each 15 s and on leaving', async () => {
  const unmeasured = openPages(file('VIEW'))
  await page(1)
  expect(screen.queryByText(/^Reading times are recorded/)).toBeNull()
  unmeasured.unmount()
  await withClock(async () => {
    const reports: { openingId: unknown; pages: readonly { page: number; ms: number }[] }[] = []
    const { unmount } = openPages(file('VIEW'), {
      answers: {
        ReaderState: readerState(file('VIEW'), true),
        RecordReading: by(({ openingId, pages }) => {
          reports.push({ openingId, pages: pages as { page: number; ms: number }[] })
          return { data: { recordReading: { __typename: 'RecordReadingPayload', countedMs: 1 } } }
        }),
      },
    })
    await screen.findByText('Reading times are recorded for the administrators of this room.')
    await page(1)
    const sum = (at: number) => (reports[at]?.pages ?? []).reduce((all, { ms }) => all + ms, 0)
    await vi.advanceTimersByTimeAsync(15_500)
    await waitFor(() => expect(reports).toHaveLength(1))
    expect(reports[0]?.openingId).toBe('o1')
    expect(sum(0)).toBeGreaterThan(13_000)
    expect(sum(0)).toBeLessThan(17_000)
    // In a hidden tab nobody reads.
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    await vi.advanceTimersByTimeAsync(15_000)
    hidden.mockRestore()
    const before = reports.reduce((all, _report, at) => all + sum(at), 0)
    expect(before).toBeLessThan(19_000)
    // Nor a minute after the last sign of a reader.
    await vi.advanceTimersByTimeAsync(120_000)
    expect(reports.reduce((all, _report, at) => all + sum(at), 0)).toBeLessThan(65_000)
    document.dispatchEvent(new Event('pointermove'))
    await vi.advanceTimersByTimeAsync(3000)
    const count = reports.length
    unmount()
    await waitFor(() => expect(reports.length).toBeGreaterThan(count))
    expect(sum(count)).toBeGreaterThan(1500)
  })
})
