import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type Answers, by, renderAt, setWindowWidth } from '../../../testing/renderAt.tsx'
import { operationsOn } from '../testing/operations.ts'
import { BASE, type Entry, type Rights, ROOT, room } from '../testing/room.ts'

beforeEach(() => setWindowWidth(1440))

const ENTRIES: readonly Entry[] = [
  { id: 'f1', name: '02 Permits', folder: true },
  { id: 'f2', name: '02.1 County', folder: true, in: 'f1' },
  { id: 'd1', name: 'PPA.pdf' },
  { id: 'd2', name: 'Site.png' },
  { id: 'd3', name: 'Permit.pdf', in: 'f2' },
]
const MAY: Rights = { canEdit: true, allowRootFiles: true }

async function open(path = '', rights = MAY, answers: Answers = {}) {
  const scripted = room([...ENTRIES], rights)
  const page = renderAt(`${BASE}${path}`, {
    ...scripted.answers,
    ...operationsOn(scripted.entries),
    ...answers,
  })
  const whereIs = (id: string) => scripted.entries.find((entry) => entry.id === id)?.in ?? ROOT
  return { ...page, whereIs, user: userEvent.setup() }
}

const rowOf = async (name: string): Promise<HTMLElement> => {
  const row = (await screen.findByRole('link', { name })).closest<HTMLElement>('[role="row"]')
  if (!row) throw new Error(`no row of ${name}`)
  return row
}

type Kind = 'dragStart' | 'dragOver' | 'drop' | 'dragEnd'

/** @returns whether the element took it */
function drag(kind: Kind, element: Element): boolean {
  const event = createEvent[kind](element)
  Object.defineProperty(event, 'dataTransfer', { value: { types: [], setData: () => {} } })
  fireEvent(element, event)
  return event.defaultPrevented
}

/** Presses on a row until it can be dragged. */
const press = (row: HTMLElement) =>
  waitFor(() => {
    // With a mouse, what makes rows draggable is loaded.
    fireEvent.mouseMove(document.body)
    fireEvent.pointerDown(row, { button: 0, pointerType: 'mouse' })
    expect(row.getAttribute('draggable')).toBe('true')
  })

async function dragTo(row: HTMLElement, to: HTMLElement) {
  await press(row)
  drag('dragStart', row)
  const taken = drag('dragOver', to)
  if (taken) drag('drop', to)
  drag('dragEnd', row)
  return taken
}

const noBar = () => waitFor(() => expect(screen.queryByRole('region', { name: 'Move' })).toBeNull())

test('a row dropped on a folder is moved there, and Undo moves it back', async () => {
  const { whereIs, user } = await open()
  expect(await dragTo(await rowOf('PPA.pdf'), await rowOf('02 Permits'))).toBe(true)
  await screen.findByText('PPA.pdf was moved to 02 Permits.')
  expect(whereIs('d1')).toBe('f1')
  await noBar()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('1 item was moved back.')
  expect(whereIs('d1')).toBe(ROOT)
})

test('what is selected goes together, and is selected no longer', async () => {
  const { whereIs, user } = await open()
  for (const name of ['PPA.pdf', 'Site.png']) {
    await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))
  }
  await dragTo(await rowOf('Site.png'), await rowOf('02 Permits'))
  await screen.findByText('2 items were moved to 02 Permits.')
  expect([whereIs('d1'), whereIs('d2')]).toEqual(['f1', 'f1'])
  expect(screen.queryByText('2 selected')).toBeNull()
})

test('a folder on the way here takes what is dropped', async () => {
  const { whereIs } = await open('/f2')
  const row = await rowOf('Permit.pdf')
  const way = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }))
  await dragTo(row, way.getByRole('link', { name: '02 Permits' }))
  await screen.findByText('Permit.pdf was moved to 02 Permits.')
  expect(whereIs('d3')).toBe('f1')
})

test('a file, the folder itself and who may not take nothing; what is let go elsewhere stays', async () => {
  const { whereIs, asked } = await open()
  const folder = await rowOf('02 Permits')
  expect(await dragTo(folder, await rowOf('Site.png'))).toBe(false)
  expect(await dragTo(folder, folder)).toBe(false)
  await noBar()
  expect(whereIs('f1')).toBe(ROOT)
  expect(asked).not.toContain('MoveDocuments')
})

test('while it is dragged it is staged: it steps back, and the bar names it', async () => {
  await open()
  const row = await rowOf('PPA.pdf')
  await press(row)
  drag('dragStart', row)
  const bar = await screen.findByRole('region', { name: 'Move' })
  expect(bar.textContent).toContain('Moving PPA.pdf')
  screen.getByText('About to be moved')
  drag('dragEnd', row)
  await noBar()
})

test('who may not edit drags nothing', async () => {
  await open('', { canDelete: true })
  const row = await rowOf('PPA.pdf')
  await import('./DragMoves.tsx')
  fireEvent.mouseMove(document.body)
  await screen.findByRole('checkbox', { name: 'Select PPA.pdf' })
  fireEvent.pointerDown(row, { button: 0, pointerType: 'mouse' })
  drag('dragStart', row)
  expect(row.getAttribute('draggable')).toBeNull()
  expect(drag('dragOver', await rowOf('02 Permits'))).toBe(false)
})

const LOSING: Answers = {
  PrincipalsLosingByMove: {
    data: {
      principalsLosingByMove: [{ __typename: 'DocumentPrincipal', id: 'lenders', name: 'Lenders' }],
    },
  },
}

test('where somebody would no longer see it, that is asked first', async () => {
  const { whereIs, user, asked } = await open('', { ...MAY, canEditPermissions: true }, LOSING)
  const drop = async () => {
    await dragTo(await rowOf('PPA.pdf'), await rowOf('02 Permits'))
    const question = within(await screen.findByRole('dialog', { name: 'Move 1 item to 02 Permits?' }))
    question.getByText('Lenders will no longer see it.')
    return question
  }
  await user.click((await drop()).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked).not.toContain('MoveDocuments')
  await user.click((await drop()).getByRole('button', { name: 'Move' }))
  await screen.findByText(/^PPA.pdf was moved to 02 Permits/)
  expect(whereIs('d1')).toBe('f1')
})

const folder = (id: string, name: string, ancestors: { id: string; name: string }[], children: object[]) => ({
  __typename: 'Document',
  id,
  name,
  fileType: 'FOLDER',
  childCount: children.length,
  ancestors: ancestors.map((each) => ({ __typename: 'Document', ...each })),
  children,
})
const TOP = { id: ROOT, name: 'Documents' }
const PERMITS = { id: 'f1', name: '02 Permits' }
const COUNTY = { id: 'f2', name: '02.1 County' }
const entry = (each: { id: string; name: string }) => ({
  __typename: 'Document',
  ...each,
  fileType: 'FOLDER',
})
const PICKING: Answers = {
  PickedFolder: by(({ documentId }) => ({
    data: {
      document:
        documentId === 'f1'
          ? folder('f1', '02 Permits', [TOP], [entry(COUNTY)])
          : documentId === 'f2'
            ? folder('f2', '02.1 County', [TOP, PERMITS], [])
            : folder(ROOT, 'Documents', [], [entry(PERMITS)]),
    },
  })),
  PickedSearch: by(({ search, fileType }) => ({
    data: {
      search:
        search === 'county' && fileType === 'FOLDER'
          ? [{ ...entry(COUNTY), ancestors: [TOP, PERMITS].map(entry) }]
          : [],
    },
  })),
}

test('the folder to move to is walked to or searched for in a dialog, with the same checks', async () => {
  const { whereIs, user } = await open('', { ...MAY, canEditPermissions: true }, { ...PICKING, ...LOSING })
  await user.click(await screen.findByRole('button', { name: 'Actions for PPA.pdf' }))
  await user.click(screen.getByRole('menuitem', { name: 'Move' }))
  const bar = within(await screen.findByRole('region', { name: 'Move' }))
  await user.click(bar.getByRole('button', { name: 'Choose folder' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move PPA.pdf' }))
  await dialog.findByText('It is in this folder. Open another one.')
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Move to Documents' }).disabled).toBe(true)
  await user.click(dialog.getByRole('button', { name: 'Open 02 Permits' }))
  await dialog.findByRole('button', { name: 'Move to 02 Permits' })
  await dialog.findByText('Lenders will no longer see it.')
  await user.type(dialog.getByRole('searchbox', { name: 'Search folders' }), 'nowhere')
  await dialog.findByText('Nothing is called "nowhere"')
  await user.clear(dialog.getByRole('searchbox', { name: 'Search folders' }))
  await user.type(dialog.getByRole('searchbox', { name: 'Search folders' }), 'county')
  await dialog.findByText('Documents / 02 Permits')
  await user.click(dialog.getByRole('button', { name: 'Open 02.1 County' }))
  await user.click(await dialog.findByRole('button', { name: 'Move to 02.1 County' }))
  await screen.findByText(/^PPA.pdf was moved to 02.1 County/)
  expect(whereIs('d1')).toBe('f2')
  await noBar()
})
