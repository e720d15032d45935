import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  type Answers,
  by,
  NO_CONNECTION,
  refused,
  renderAt,
  SERVER_ERROR,
  setWindowWidth,
} from '../../../testing/renderAt.tsx'
import { operationsOn } from '../testing/operations.ts'
import { BASE, type Entry, type Rights, ROOT, room } from '../testing/room.ts'

beforeEach(() => setWindowWidth(1440))

const ENTRIES: readonly Entry[] = [
  { id: 'f1', name: '02 Permits', folder: true },
  { id: 'f2', name: '02.1 County', folder: true, in: 'f1' },
  { id: 'd1', name: 'PPA.pdf' },
  { id: 'd2', name: 'Site.png' },
]
const MAY: Rights = { canEdit: true, allowRootFiles: true }

function open(path = '', rights = MAY, answers: Answers = {}) {
  const scripted = room([...ENTRIES], rights)
  const page = renderAt(`${BASE}${path}`, {
    ...scripted.answers,
    ...operationsOn(scripted.entries),
    ...answers,
  })
  return { ...page, entries: scripted.entries, user: userEvent.setup() }
}

type User = ReturnType<typeof userEvent.setup>

const bar = () => screen.findByRole('region', { name: 'Move' })
const noBar = () => waitFor(() => expect(screen.queryByRole('region', { name: 'Move' })).toBeNull())
const moveHere = async () => within(await bar()).getByRole<HTMLButtonElement>('button', { name: 'Move here' })
const follow = async (user: User, name: string) => user.click(await screen.findByRole('link', { name }))
const stage = async (user: User, name: string) => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(screen.getByRole('menuitem', { name: 'Move' }))
  return bar()
}

describe('staging', () => {
  test('DOP-16 DOP-17 what is staged survives the walk, is moved where one stands, and pointed at there', async () => {
    const { user, entries, router } = open()
    const staged = await stage(user, 'PPA.pdf')
    expect(staged.textContent).toContain('Moving PPA.pdf')
    expect(staged.textContent).toContain('It is in this folder.')
    expect((await moveHere()).disabled).toBe(true)
    expect(screen.getByText('About to be moved').closest('[role="row"]')?.textContent).toContain('PPA.pdf')
    await follow(user, '02 Permits')
    await screen.findByRole('link', { name: '02.1 County' })
    expect((await bar()).textContent).toContain('To 02 Permits')
    await user.click(await moveHere())
    expect(await screen.findByText('PPA.pdf was moved to 02 Permits.')).toBeTruthy()
    await noBar()
    expect(entries.find(({ id }) => id === 'd1')?.in).toBe('f1')
    expect(await screen.findByRole('link', { name: 'PPA.pdf' })).toBeTruthy()
    expect(router.state.location.search).toBe('?highlightedId=d1')
  })

  test.each([1440, 390])(
    'STAGE-03 Stage leaves it where it is, from the bar of a window of %i px',
    async (width) => {
      setWindowWidth(width)
      const asked: unknown[] = []
      const { user, entries } = open('', MAY, {
        MoveDocuments: by(({ destinationParentId, sourceDocumentIds, staged }) => {
          asked.push([sourceDocumentIds, destinationParentId, staged])
          const documents = [sourceDocumentIds]
            .flat()
            .map((id) => ({ __typename: 'Document', id, parentId: ROOT }))
          return { data: { move: { __typename: 'MovePayload', documents, reversible: true } } }
        }),
      })
      await stage(user, 'PPA.pdf')
      await follow(user, '02 Permits')
      await screen.findByRole('link', { name: '02.1 County' })
      await user.click(within(await bar()).getByRole('button', { name: 'Stage' }))
      expect(await screen.findByText('The move of PPA.pdf to 02 Permits is staged.')).toBeTruthy()
      await noBar()
      expect(asked).toEqual([[['d1'], 'f1', true]])
      expect(entries.find(({ id }) => id === 'd1')?.in).toBeUndefined()
    },
  )

  test('DOP-16 while the next folder is on its way nothing is moved to the one that still shows', async () => {
    const held = Promise.withResolvers<void>()
    const scripted = room([...ENTRIES], MAY).answers.OpenDocument
    const { user } = open('', MAY, {
      OpenDocument: by(async (variables) => {
        if (variables.documentId === 'f2') await held.promise
        return typeof scripted === 'function' ? scripted(variables) : (scripted ?? {})
      }),
    })
    await stage(user, 'PPA.pdf')
    await follow(user, '02 Permits')
    await waitFor(async () => expect((await moveHere()).disabled).toBe(false))
    await follow(user, '02.1 County')
    const [button] = screen.queryAllByRole<HTMLButtonElement>('button', { name: 'Move here' })
    expect(button === undefined || button.disabled).toBe(true)
    held.resolve()
    await waitFor(async () => expect((await bar()).textContent).toContain('To 02.1 County'))
    expect((await moveHere()).disabled).toBe(false)
  })

  test('DOC-40 DOP-16 a selection is staged as one, and Undo moves it back', async () => {
    const { user, entries } = open()
    for (const name of ['PPA.pdf', 'Site.png']) {
      await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
    }
    await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Move' }))
    expect((await bar()).textContent).toContain('Moving 2 items: PPA.pdf, Site.png')
    expect(screen.queryByText('2 selected')).toBeNull()
    await follow(user, '02 Permits')
    await screen.findByRole('link', { name: '02.1 County' })
    await user.click(await moveHere())
    await screen.findByText('2 items were moved to 02 Permits.')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('2 items were moved back.')
    expect(entries.filter(({ id }) => id.startsWith('d')).map((entry) => entry.in)).toEqual([
      undefined,
      undefined,
    ])
  })

  test('DOP-16 Cancel ends it, and nothing is moved', async () => {
    const { user, asked } = open()
    await stage(user, 'PPA.pdf')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await noBar()
    expect(asked).not.toContain('MoveDocuments')
  })

  test.each([
    ['view', `${BASE}?view=upload`],
    ['search', `${BASE}?q=site`],
  ])('DOP-17 it ends with a change of %s', async (_what, address) => {
    const { user, router } = open()
    await stage(user, 'PPA.pdf')
    await router.navigate(address)
    await noBar()
    await router.navigate(-1)
    await screen.findByRole('link', { name: 'PPA.pdf' })
    expect(screen.queryByRole('region', { name: 'Move' })).toBeNull()
  })

  test('DOP-18 a folder that is staged from within can not go into itself', async () => {
    const { user } = open('/f1')
    await screen.findByRole('link', { name: '02.1 County' })
    await user.click(screen.getByRole('button', { name: 'Folder actions' }))
    await user.click(screen.getByRole('menuitem', { name: 'Move' }))
    expect((await bar()).textContent).toContain('"02 Permits" can\'t be moved into itself.')
    await follow(user, '02.1 County')
    await screen.findByText('This folder is empty')
    expect((await bar()).textContent).toContain('"02 Permits" can\'t be moved into itself.')
    expect((await moveHere()).disabled).toBe(true)
  })

  test('DOC-12 the preview stages its file', async () => {
    const { user } = open('/d2')
    const preview = within(await screen.findByRole('region', { name: 'Preview of Site.png' }))
    await user.click(preview.getByRole('button', { name: 'Actions' }))
    await user.click(screen.getByRole('menuitem', { name: 'Move' }))
    expect((await bar()).textContent).toContain('Moving Site.png')
    expect((await moveHere()).disabled).toBe(true)
  })
})

describe('who may, and where', () => {
  const hasMove = async (user: User) => {
    await user.click(await screen.findByRole('button', { name: 'Actions for PPA.pdf' }))
    return screen.queryByRole('menuitem', { name: 'Move' }) !== null
  }
  test.each([
    ['DOC-33 without canEdit', '', { canRename: true, canDelete: true }],
    ['DOC-34 in a root that may not hold files', '', { canEdit: true }],
    ['DOC-34 during a search', '?q=ppa', MAY],
  ])('%s there is no Move', async (_what, path, rights) => {
    const { user } = open(path, rights)
    expect(await hasMove(user)).toBe(false)
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('checkbox', { name: 'Select PPA.pdf' }))
    expect(within(screen.getByRole('toolbar')).queryByRole('button', { name: 'Move' })).toBeNull()
  })

  test('PERM-08 who sees permissions is told who would no longer see what is moved', async () => {
    const names = ['Lenders', 'Tax equity']
    const losing = names.map((name) => ({ __typename: 'DocumentPrincipal', id: name, name }))
    const { user } = open(
      '',
      { ...MAY, canEditPermissions: true },
      { PrincipalsLosingByMove: { data: { principalsLosingByMove: losing } } },
    )
    await stage(user, 'PPA.pdf')
    await follow(user, '02 Permits')
    expect(await screen.findByText('Lenders and Tax equity will no longer see it.')).toBeTruthy()
  })

  test('nobody else asks who sees what', async () => {
    const { user, asked } = open()
    await stage(user, 'PPA.pdf')
    await follow(user, '02 Permits')
    await screen.findByText('To 02 Permits')
    expect(asked).not.toContain('PrincipalsLosingByMove')
  })
})

describe('a move that fails', () => {
  const CONFLICT = '"PPA.pdf" already exists there. Please rename one of the two.'
  test.each([
    ['conflicts', refused('CONFLICT', CONFLICT), CONFLICT],
    ['breaks', SERVER_ERROR, 'A server error has occurred'],
    ['finds no connection', NO_CONNECTION, 'Connection lost. Please check your network and try again.'],
  ])('DOP-19 that %s says so, and stays staged', async (_how, answer, text) => {
    const { user } = open('', MAY, { MoveDocuments: answer })
    await stage(user, 'PPA.pdf')
    await follow(user, '02 Permits')
    await screen.findByText('To 02 Permits')
    await user.click(await moveHere())
    expect(await screen.findByText(text)).toBeTruthy()
    await waitFor(async () => expect((await moveHere()).disabled).toBe(false))
    expect((await bar()).textContent).toContain('Moving PPA.pdf')
  })

  test('of what has vanished meanwhile the summary tells, and there the rest is', async () => {
    const { user, entries } = open()
    for (const name of ['PPA.pdf', 'Site.png']) {
      await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
    }
    await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Move' }))
    await follow(user, '02 Permits')
    await screen.findByText('To 02 Permits')
    entries.splice(
      entries.findIndex(({ id }) => id === 'd1'),
      1,
    )
    await user.click(await moveHere())
    expect(await screen.findByText('1 item was moved to 02 Permits. 1 item is no longer there.')).toBeTruthy()
    expect(await screen.findByRole('link', { name: 'Site.png' })).toBeTruthy()
  })

  test('of what vanished before Undo the summary tells as well', async () => {
    const { user, entries } = open()
    for (const name of ['PPA.pdf', 'Site.png']) {
      await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
    }
    await user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Move' }))
    await follow(user, '02 Permits')
    await screen.findByText('To 02 Permits')
    await user.click(await moveHere())
    await screen.findByText('2 items were moved to 02 Permits.')
    entries.splice(
      entries.findIndex(({ id }) => id === 'd1'),
      1,
    )
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('1 item was moved back. 1 item is no longer there.')).toBeTruthy()
  })

  test('where the way back would lose something there is no Undo', async () => {
    const { user } = open('', MAY, {
      MoveDocuments: by(() => ({
        data: {
          move: {
            __typename: 'MovePayload',
            documents: [{ __typename: 'Document', id: 'd1', parentId: 'f1' }],
            reversible: false,
          },
        },
      })),
    })
    await stage(user, 'PPA.pdf')
    await follow(user, '02 Permits')
    await screen.findByText('To 02 Permits')
    await user.click(await moveHere())
    await screen.findByText(
      'PPA.pdf was moved to 02 Permits. This cannot be undone: fewer people see it there.',
    )
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })
})
