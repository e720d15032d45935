import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { RedactionArea } from '../../../../../shared/redactions.ts'
import { type Answers, by, setWindowWidth } from '../../../../testing/renderAt.tsx'
import { settled } from '../../../../testing/settled.ts'
import { addressOf, openRoom } from '../../testing/openRoom.tsx'

let saves: { marks: RedactionArea[]; revision: number }[] = []
let version = 1
let stored: {
  state: string
  revision: number
  marks: RedactionArea[]
  remarks: string[]
  failure: string | null
} | null

beforeEach(() => {
  setWindowWidth(1440)
  saves = []
  stored = null
  version = 1
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
})

const area = (reason: string, words: string | null = null, y = 100): RedactionArea => ({
  page: 1,
  boxes: [{ x: 60, y, width: 40, height: 14 }],
  kind: words === null ? 'AREA' : 'WORDS',
  words,
  reason,
})
const typed = (marks: readonly RedactionArea[]) =>
  marks.map((mark) => ({
    __typename: 'RedactionMark',
    ...mark,
    boxes: mark.boxes.map((box) => ({ __typename: 'PageBox', ...box })),
  }))

const ANSWERS: Answers = {
  DocumentPages: by(({ rendition }) => ({
    data: {
      documentPages: {
        __typename: 'DocumentPages',
        state: 'READY',
        reason: null,
        count: 2,
        remarks: [],
        openingId: `o-${rendition ?? 'FULL'}`,
        level: 'ORIGINAL',
        pages: [1, 2].map((number) => ({
          __typename: 'DocumentPage',
          number,
          width: 612,
          height: 792,
          url: `/files/page/${rendition ?? 'FULL'}/${number}`,
          text: 'Price 41, price 41 again',
        })),
      },
    },
  })),
  FindInPages: by(() => ({
    data: {
      findInPages: {
        __typename: 'PageHitList',
        count: 3,
        more: false,
        hits: [100, 200, 300].map((y) => ({
          __typename: 'PageHit',
          page: 1,
          boxes: [{ __typename: 'PageBox', x: 60, y, width: 40, height: 14 }],
        })),
      },
    },
  })),
  Redactions: by(() => ({
    data: {
      redactions: stored
        ? [
            {
              __typename: 'Redaction',
              id: 'r1',
              version,
              markCount: stored.marks.length,
              appliedAt: null,
              ...stored,
              marks: typed(stored.marks),
            },
          ]
        : [],
    },
  })),
  RedactionStates: by(() => ({
    data: {
      redactions: stored ? [{ __typename: 'Redaction', id: 'r1', version, state: stored.state }] : [],
    },
  })),
  SaveRedactionDraft: by(({ marks, revision }) => {
    saves.push({ marks: marks as RedactionArea[], revision: Number(revision) })
    stored = {
      state: 'DRAFT',
      revision: Number(revision) + 1,
      marks: marks as RedactionArea[],
      remarks: [],
      failure: null,
    }
    return {
      data: {
        saveRedactionDraft: {
          __typename: 'RedactionPayload',
          redaction: { __typename: 'Redaction', id: 'r1', revision: stored.revision },
          errors: [],
        },
      },
    }
  }),
  ApplyRedaction: by(() => {
    if (stored) stored = { ...stored, state: 'APPLYING', revision: stored.revision + 1 }
    return {
      data: {
        applyRedactions: {
          __typename: 'ApplyRedactionsPayload',
          redactions: [{ __typename: 'Redaction', id: 'r1', state: 'APPLYING', revision: stored?.revision }],
        },
      },
    }
  }),
}

function open(
  answers: Answers = {},
  rights = { canEdit: true, canRedact: true },
  { path = '/d1?redact=1', versions = 1 } = {},
) {
  const opened = openRoom(path, rights, [{ id: 'd1', name: 'PPA.pdf', size: 10, versions }], {
    ...ANSWERS,
    ...answers,
  })
  const beneath = globalThis.fetch
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) =>
    String(input).startsWith('/files/page/')
      ? new Response(new Blob(['page'], { type: 'image/webp' }))
      : beneath(input, init),
  )
  return opened
}
const layer = async () => {
  const picture = await screen.findByRole('img', { name: /^Page 1 of 2/ })
  const found = picture.parentElement?.querySelector('[data-draws]')
  if (!found) throw new Error('There is nothing to draw on.')
  return found
}
const drag = async (from: [number, number], to: [number, number]) => {
  const on = await layer()
  fireEvent.pointerDown(on, { button: 0, clientX: from[0], clientY: from[1] })
  fireEvent.pointerMove(on, { clientX: to[0], clientY: to[1] })
  fireEvent.pointerUp(on, { clientX: to[0], clientY: to[1] })
}
const areas = () => within(screen.getByRole('complementary', { name: 'Areas' }))

test('REDACT-03 REDACT-05 an area is dragged, gets its reason, and the draft saves itself', async () => {
  const { user } = open()
  await layer()
  areas().getByText('No areas yet')
  await drag([100, 100], [200, 150])
  areas().getByText('1 area', { selector: 'p' })
  await waitFor(() => expect(saves).toHaveLength(1), { timeout: 3000 })
  expect(saves[0]).toMatchObject({
    revision: 0,
    marks: [{ page: 1, kind: 'AREA', words: null, reason: 'Personal data' }],
  })
  const reason = areas().getByRole('combobox', { name: /^Reason for Area/ })
  await user.clear(reason)
  // What is no reason is not taken.
  expect(reason.getAttribute('aria-invalid')).toBe('true')
  await user.type(reason, 'Bank account')
  await waitFor(() => expect(saves.at(-1)?.marks[0]?.reason).toBe('Bank account'), { timeout: 3000 })
  expect(saves.at(-1)?.revision).toBe(saves.length - 1)
})

test('REDACT-03 all places of a searched text are covered by one press, but those that are covered already', async () => {
  stored = { state: 'DRAFT', revision: 4, marks: [area('Price')], remarks: [], failure: null }
  const { user } = open()
  await layer()
  await user.type(screen.getByLabelText('Search for words'), '41 again')
  await screen.findByText('3 places, 1 covered', {}, { timeout: 3000 })
  await user.click(screen.getByRole('button', { name: 'Cover 2 more' }))
  areas().getByText('3 areas', { selector: 'p' })
  await waitFor(() => expect(saves).toHaveLength(1), { timeout: 3000 })
  expect(saves[0]?.marks.map(({ words, kind, reason }) => [words, kind, reason])).toEqual([
    [null, 'AREA', 'Price'],
    ['41 again', 'WORDS', 'Personal data'],
    ['41 again', 'WORDS', 'Personal data'],
  ])
})

test('REDACT-03 words are covered by selecting them among those of the page, the same words before them left alone', async () => {
  const { user } = open()
  await layer()
  await user.click(screen.getByRole('button', { name: 'Choose words' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Words of page 1' }))
  const words = dialog.getByText('Price 41, price 41 again').firstChild
  const cover = dialog.getByRole('button', { name: 'Cover the selected words' })
  await user.click(cover)
  await dialog.findByText('Please select 3 to 100 characters.')
  if (words) window.getSelection()?.setBaseAndExtent(words, 10, words, 18)
  fireEvent.click(cover)
  await waitFor(() => expect(saves).toHaveLength(1), { timeout: 3000 })
  expect(saves[0]?.marks).toMatchObject([{ kind: 'WORDS', words: 'price 41', boxes: [{ y: 200 }] }])
})

test('REDACT-03 an area is moved, sized and removed by keys, and a change is taken back', async () => {
  stored = { state: 'DRAFT', revision: 4, marks: [area('Price')], remarks: [], failure: null }
  const { user } = open()
  const button = await screen.findByRole('button', { name: /on page 1: Price$/ })
  button.focus()
  await user.keyboard('{ArrowRight}')
  await waitFor(() => expect(saves.at(-1)?.marks[0]?.boxes[0]).toMatchObject({ x: 61, y: 100, width: 40 }), {
    timeout: 3000,
  })
  screen.getByRole('button', { name: /on page 1: Price$/ }).focus()
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await waitFor(() => expect(saves.at(-1)?.marks[0]?.boxes[0]).toMatchObject({ x: 61, height: 15 }), {
    timeout: 3000,
  })
  screen.getByRole('button', { name: /on page 1: Price$/ }).focus()
  await user.keyboard('{Delete}')
  areas().getByText('No areas yet')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  areas().getByText('1 area', { selector: 'p' })
})

test('REDACT-05 where somebody else has changed the draft both people’s areas are there, and are saved', async () => {
  stored = { state: 'DRAFT', revision: 4, marks: [area('Price')], remarks: [], failure: null }
  let isFirst = true
  const save = ANSWERS.SaveRedactionDraft
  open({
    SaveRedactionDraft: by((variables) => {
      if (!isFirst && typeof save === 'function') return save(variables)
      isFirst = false
      return {
        errors: [
          {
            message: 'Someone else has just changed these areas. Please check and try again.',
            extensions: {
              code: 'CONFLICT',
              of: 'redaction',
              revision: 7,
              newer: { marks: [area('Price'), area('Third party', null, 400)] },
            },
          },
        ],
      }
    }),
  })
  await layer()
  await drag([100, 300], [200, 350])
  await screen.findByText(
    'Someone else changed this draft. Yours and theirs are both here.',
    {},
    { timeout: 3000 },
  )
  await waitFor(() => expect(saves).toHaveLength(1), { timeout: 3000 })
  expect(saves[0]?.revision).toBe(7)
  expect(saves[0]?.marks.map(({ reason }) => reason)).toEqual(['Price', 'Personal data', 'Third party'])
})

test('REDACT-29 applying says what it does, and while it goes on nothing can be changed', async () => {
  stored = {
    state: 'DRAFT',
    revision: 4,
    marks: [area('Price'), area('Price', null, 300)],
    remarks: [],
    failure: null,
  }
  const { user } = open()
  await layer()
  await user.click(screen.getByRole('button', { name: 'Apply redaction' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Apply redaction' }))
  dialog.getByText('Nobody is shown anything new by this. Who is given it is set in Permissions.')
  await user.click(dialog.getByRole('button', { name: 'Apply 2 areas' }))
  await screen.findByText('Applying')
  expect(document.querySelector('[data-draws]')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Apply redaction' })).toBeNull()
  // It fails, and says so; the draft is there still.
  stored = { ...stored, state: 'FAILED', revision: 6, failure: 'Words remain on page 1. Nothing was made.' }
  await screen.findByText('Words remain on page 1. Nothing was made.', {}, { timeout: 5000 })
  areas().getByText('2 areas', { selector: 'p' })
})

test('REDACT-16 REDACT-28 of an applied one there are remarks, and the result can be looked at', async () => {
  stored = {
    state: 'APPLIED',
    revision: 6,
    marks: [area('Price')],
    remarks: ['Page 2 became a picture.'],
    failure: null,
  }
  const { user } = open()
  await layer()
  screen.getByText('Page 2 became a picture.')
  await user.click(screen.getByRole('button', { name: 'Look at the result' }))
  await screen.findByRole('document', { name: 'Pages of PPA.pdf (redacted)' })
  expect(screen.queryByRole('button', { name: 'Choose words' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Back to the areas' }))
  await layer()
})

test('REDACT-22 where an earlier version alone is redacted, whoever may redact sees at the document, and at its areas, that the current one is not', async () => {
  const SENTENCE = 'The current version is not redacted.'
  stored = { state: 'APPLIED', revision: 6, marks: [area('Price')], remarks: [], failure: null }
  const at = (path: string, canRedact: boolean) =>
    open({}, { canEdit: true, canRedact }, { path, versions: 2 })
  const seen = at('/d1', true)
  await screen.findByText(SENTENCE)
  await seen.user.click(await screen.findByRole('button', { name: 'Actions' }))
  await seen.user.click(await screen.findByRole('menuitem', { name: 'Redact' }))
  await layer()
  await screen.findByText(SENTENCE)
  areas().getByText('No areas yet')
  seen.unmount()
  const others = at('/d1', false)
  await screen.findByRole('region', { name: 'Preview of PPA.pdf' })
  await settled()
  expect([screen.queryByText(SENTENCE), others.asked.includes('RedactionStates')]).toEqual([null, false])
  others.unmount()
  version = 2
  const current = at('/d1', true)
  await waitFor(() => expect(current.asked).toContain('RedactionStates'))
  await settled()
  expect(screen.queryByText(SENTENCE)).toBeNull()
})

test('REDACT-01 whoever may not redact is offered nothing of it', async () => {
  const { user, ...page } = open({}, { canEdit: true, canRedact: false })
  await user.click(await screen.findByRole('button', { name: 'Actions' }))
  const menu = within(await screen.findByRole('menu'))
  expect(menu.getAllByRole('menuitem').length).toBeGreaterThan(1)
  expect(menu.queryByRole('menuitem', { name: 'Redact' })).toBeNull()
  expect(screen.queryByText('Redaction draft')).toBeNull()
  expect(addressOf(page)).toContain('/d1')
})

test('in a narrow window the areas are looked at only, and one goes back to the file', async () => {
  stored = { state: 'DRAFT', revision: 1, marks: [area('Price', '41')], remarks: [], failure: null }
  setWindowWidth(390)
  const { user } = open()
  await screen.findByText('Redaction needs a wider window.')
  await screen.findByRole('button', { name: '41 on page 1: Price' })
  expect(document.querySelector('[data-draws]')).toBeNull()
  fireEvent.keyDown(screen.getByRole('button', { name: '41 on page 1: Price' }), { key: 'Delete' })
  screen.getByRole('button', { name: '41 on page 1: Price' })
  expect(screen.queryByRole('button', { name: 'Apply redaction' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByText('Redaction needs a wider window.')).toBeNull())
  expect(saves).toEqual([])
})
