import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { portfolio } from '../../../testing/fixtures.ts'
import { type Answers, by, refused, setWindowWidth } from '../../../testing/renderAt.tsx'
import { ENTRIES, openRoom, rowOf } from '../testing/openRoom.tsx'
import { ROOT, TREE } from '../testing/room.ts'

beforeEach(() => setWindowWidth(1440))

const EDITOR = { canEdit: true, canEditPermissions: true }

const entry = (id: string, fewer: number) => ({
  __typename: 'Document',
  id,
  name: `${id}.pdf`,
  fileType: 'FILE',
  size: 10,
  modifiedTimestamp: '2026-03-04T15:07:00.000Z',
  fileCount: 0,
  versionCount: 1,
  versionNumber: 1,
  thumbnailUrl: null,
  isFavourite: false,
  isNew: false,
  isNewVersion: false,
  isStaged: true,
  stagedChanges: [],
  newBelow: 0,
  number: null,
  labels: [],
  permittedIds: null,
  permittedLevels: null,
  level: 'ORIGINAL',
  parentId: 'f1',
  ancestors: [{ __typename: 'Document', id: 'f1', name: '02 Permits', number: null }],
  stagedFor: {
    __typename: 'StagedAudience',
    groups: ['Deal team', 'Lenders'],
    levels: ['ORIGINAL', 'VIEW'],
    groupCount: 2,
    isEveryGroup: false,
    sharedLevel: null,
    people: 5,
    difference: fewer === 0 ? null : 'Not for Bidders',
    fewer,
    more: 0,
    folderGroups: 2 + fewer,
    folderPeople: 9,
  },
})

/** A scripted room with two staged files. */
function staged() {
  const published: Record<string, unknown>[] = []
  const asked: Record<string, unknown>[] = []
  const items = [entry('d7', 0), entry('d8', 1)]
  const page = { __typename: 'StagedDocumentPage', count: items.length, items }
  const answers: Answers = {
    StagedDocuments: { data: { stagedDocuments: page } },
    PublicationAudience: by((variables) => {
      asked.push(variables)
      return {
        data: {
          publicationAudience: {
            __typename: 'PublicationAudience',
            count: 1,
            groups: [
              {
                __typename: 'PublicationGroup',
                id: 'g1',
                name: 'Lenders',
                level: 'VIEW',
                entries: 1,
                people: 3,
              },
            ],
            groupCount: 1,
            widerCount: 1,
            widerName: 'd7.pdf',
          },
        },
      }
    }),
    Publish: by((variables) => {
      published.push(variables)
      const publication = {
        __typename: 'Publication',
        id: 'p1',
        publishedAt: variables.at === null ? '2026-03-05T10:00:00.000Z' : null,
        at: variables.at ?? '2026-03-05T10:00:00.000Z',
        count: 1,
      }
      return { data: { publish: { __typename: 'PublicationPayload', publication, errors: [] } } }
    }),
  }
  return { answers, published, asked }
}

test('STAGE-04 the page of what is staged says who will see each entry and what differs from its folder, and publishes without what is left out', async () => {
  const { answers, published, asked } = staged()
  const { user } = openRoom('/staged', EDITOR, ENTRIES, answers)
  const row = (await screen.findByRole('link', { name: 'd8.pdf' })).closest<HTMLElement>('[role="row"]')
  if (!row) throw new Error('d8.pdf stands in no row')
  expect(await within(row).findByText('Staged')).toBeTruthy()
  expect(row.textContent).toContain('Deal team')
  expect(row.textContent).toContain('Lenders: View')
  expect(row.textContent).toContain('1 group fewer')
  expect(screen.getByText('Folder above: 2 groups, 9 people')).toBeTruthy()
  expect(screen.getByText('Nobody but the room’s admins and editors sees these.')).toBeTruthy()
  expect(screen.getByText('2 of 2 chosen')).toBeTruthy()
  // Nothing is cleared by the way.
  await user.keyboard('{Escape}')
  await user.click(within(row).getByRole('checkbox', { name: 'Select d8.pdf' }))
  expect(await screen.findByText('1 of 2 chosen')).toBeTruthy()
  expect(screen.getByText('1 of 2 entries chosen')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Publish…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Publish 1 entry' })
  expect(await within(dialog).findByRole('row', { name: 'Lenders View 1 3' })).toBeTruthy()
  expect(within(dialog).getByText('1 entry opens to more groups than its folder: d7.pdf.')).toBeTruthy()
  expect(asked).toMatchObject([{ documentIds: [ROOT], leaveOut: ['d8'] }])
  await user.click(within(dialog).getByRole('button', { name: 'Publish 1 now' }))
  expect(await within(dialog).findByText('Please enter a title.')).toBeTruthy()
  await user.type(within(dialog).getByRole('textbox', { name: 'Title' }), 'Round two')
  await user.click(within(dialog).getByRole('button', { name: 'Publish 1 now' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(published).toMatchObject([
    { documentIds: [ROOT], leaveOut: ['d8'], title: 'Round two', note: null, at: null },
  ])
  expect(await screen.findByText('2 of 2 chosen')).toBeTruthy()
})

test('STAGE-05 what is chosen is published at a day and a time of a zone, with title and note', async () => {
  const { answers, published } = staged()
  const { user } = openRoom('/staged', EDITOR, ENTRIES, answers)
  await user.click(await screen.findByText('Publish…'))
  const dialog = within(await screen.findByRole('dialog'))
  const fill = (label: string | RegExp, value: string) =>
    fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  fill('Title', 'Round two')
  fill(/^Note/, 'Answers by Friday.')
  await user.click(dialog.getByText('At a time'))
  await user.click(dialog.getByText('Publish'))
  await dialog.findByText('Please enter a day and a time.')
  fill('Day', '07/01/2999')
  fill('Time', '09:30')
  const publish = dialog.getByText('Publish on 07/01 at 09:30')
  fill('Time zone', '')
  await user.click(publish)
  await dialog.findByText('Please choose a time zone.')
  expect(published).toEqual([])
  fill('Time zone', 'Europe/Berlin')
  await user.click(await screen.findByText('Europe/Berlin'))
  expect(dialog.getByText(/9:30 AM in Berlin \(UTC\+02:00\)/)).toBeTruthy()
  await user.click(publish)
  await waitFor(() =>
    expect(published).toMatchObject([
      { title: 'Round two', note: 'Answers by Friday.', at: '2999-07-01T07:30:00.000Z' },
    ]),
  )
})

test('what is chosen of what is staged is chosen by folder, alone, and dropped together', async () => {
  const { answers, published } = staged()
  const removed: unknown[] = []
  const { user } = openRoom('/staged', { ...EDITOR, canDelete: true }, ENTRIES, {
    ...answers,
    DropStaged: by(({ documentIds }) => {
      removed.push(documentIds)
      return { data: { removeDocuments: { __typename: 'RemoveDocumentsPayload', deletedIds: documentIds } } }
    }),
  })
  const folder = await screen.findByRole('checkbox', { name: 'Choose all in 02 Permits' })
  await user.click(folder)
  expect(await screen.findByText('0 of 2 chosen')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish…' }).disabled).toBe(true)
  await user.click(screen.getByRole('checkbox', { name: 'Select d7.pdf' }))
  await user.click(screen.getByRole('button', { name: 'Publish…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Publish 1 entry' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Title' }), 'One')
  await user.click(within(dialog).getByRole('button', { name: 'At a time' }))
  await user.click(within(dialog).getByRole('button', { name: 'Publish' }))
  expect(await within(dialog).findByText('Please enter a day and a time.')).toBeTruthy()
  expect(published).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Now' }))
  await user.click(within(dialog).getByRole('button', { name: 'Publish 1 now' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(published).toMatchObject([{ documentIds: ['d7'], leaveOut: ['d8'] }])

  await user.click(await screen.findByRole('button', { name: 'Drop' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Drop 2 entries' })).getByRole('button', {
      name: 'Drop 2 entries',
    }),
  )
  expect(await screen.findByText('2 entries are no longer staged.')).toBeTruthy()
  expect(removed).toEqual([['d7', 'd8']])
})

test('what is uploaded is published now or staged, as the menu says above its entries', async () => {
  const { user } = openRoom('', { ...EDITOR, allowRootFiles: true }, ENTRIES)
  await rowOf('PPA.pdf')
  await user.click(screen.getByRole('button', { name: 'Upload' }))
  const menu = await screen.findByRole('menu', { name: 'Upload' })
  expect([...menu.children].map(({ textContent }) => textContent)).toEqual([
    'Publish now',
    'Files',
    'Folder',
    'Drag and drop',
    'Stage',
    'Stage files',
    'Stage folder',
  ])
})

test('a new folder is staged by the button beside Create, and by nothing else', async () => {
  const asked: unknown[] = []
  const { user } = openRoom('', EDITOR, ENTRIES, {
    CreateFolder: by(({ name, staged: isStaged }) => {
      asked.push([name, isStaged])
      return {
        data: {
          createFolder: {
            __typename: 'CreateFolderPayload',
            folder: { __typename: 'Document', id: 'f9' },
            errors: [],
          },
        },
      }
    }),
  })
  await rowOf('PPA.pdf')
  for (const [name, press] of [
    ['First', () => user.click(screen.getByRole('button', { name: 'Stage' }))],
    ['Second', () => user.keyboard('{Enter}')],
  ] as const) {
    await user.click(screen.getByRole('button', { name: 'New folder' }))
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), name)
    await press()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  expect(asked).toEqual([
    ['First', true],
    ['Second', false],
  ])
})

test('STAGE-04 what is staged of something published is said at its row, and dropped from its menu', async () => {
  const dropped: unknown[] = []
  const change = (id: string, kind: string, text: string, fileUrl: string | null = null) => ({
    __typename: 'StagedChange',
    id,
    kind,
    text,
    by: 'Ana Ruiz',
    fileUrl,
    canDrop: kind !== 'PERMISSION',
  })
  const changed = {
    ...entry('d7', 0),
    stagedChanges: [
      change('c1', 'VERSION', 'New version', '/files/v2'),
      change('c2', 'MOVE', 'Move to 03 Closing'),
      change('c3', 'PERMISSION', 'Permissions'),
    ],
  }
  const page = { __typename: 'StagedDocumentPage', count: 2, items: [changed, entry('d8', 0)] }
  const { user } = openRoom('/staged', EDITOR, ENTRIES, {
    ...staged().answers,
    StagedDocuments: { data: { stagedDocuments: page } },
    DropStagedChanges: by(({ ids }) => {
      dropped.push(ids)
      return { data: { dropStagedChanges: { __typename: 'DeletePayload', success: true } } }
    }),
  })
  const row = (await screen.findByRole('link', { name: 'd7.pdf' })).closest<HTMLElement>('[role="row"]')
  expect(row?.textContent).toContain('New version, moved, permissions')
  expect(await screen.findByText('Staged: new version, move to 03 Closing, permissions')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'd8.pdf' }).closest('[role="row"]')?.textContent).toContain('New')
  await user.click(screen.getByRole('button', { name: 'Actions for d7.pdf' }))
  const download = await screen.findByRole('menuitem', { name: 'Download new version' })
  expect(download.getAttribute('href')).toBe('/files/v2')
  expect(screen.queryByRole('menuitem', { name: 'Drop permissions' })).toBeNull()
  await user.click(screen.getByRole('menuitem', { name: 'Drop new version' }))
  expect(
    await screen.findByText('The new version of d7.pdf was dropped. Its file is in the bin.'),
  ).toBeTruthy()
  expect(dropped).toEqual([['c1']])
})

test('entries stand under their folders', async () => {
  const { answers } = staged()
  openRoom('/staged', EDITOR, ENTRIES, answers)
  await screen.findByRole('link', { name: 'd8.pdf' })
  const rows = screen.getAllByRole('row').map((row) => row.textContent ?? '')
  const head = rows.findIndex((text) => text.startsWith('02 Permits'))
  expect(head).toBeGreaterThan(0)
  expect(rows.slice(head + 1, head + 3).map((text) => text.includes('.pdf'))).toEqual([true, true])
  expect(screen.queryByRole('columnheader', { name: /Folder/ })).toBeNull()
})

test('what is staged leads its admins to what the room lacks, and shows the room as a group will see it', async () => {
  const { answers } = staged()
  const started: unknown[] = []
  const portfolioBySlug = portfolio('Prairie Sun', {
    documentsTree: { __typename: 'DocumentTree', id: TREE },
    permissions: ['DOCUMENTS_VIEW', 'DEALROOM_ADMIN'],
  })
  const { user } = openRoom('/staged', { ...EDITOR, canViewAs: true }, ENTRIES, {
    ...answers,
    PortfolioPage: { data: { portfolioBySlug } },
    StartView: by((variables) => {
      started.push(variables)
      return refused('CONFLICT', 'Not now.')
    }),
  })
  const readiness = await screen.findByRole('link', { name: 'Check readiness' })
  expect(readiness.getAttribute('href')).toBe('/portfolios/prairie-sun/readiness')
  await user.click(screen.getByRole('button', { name: 'See as' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Lenders' }))
  await waitFor(() => expect(started).toMatchObject([{ treeId: TREE, groupId: expect.any(String) }]))
})

test('nothing is published in a frozen room, where what is staged is read', async () => {
  const { answers } = staged()
  const portfolioBySlug = portfolio('Prairie Sun', {
    documentsTree: { __typename: 'DocumentTree', id: TREE },
    frozenSince: '2026-07-04T12:00:00.000Z',
  })
  openRoom('/staged', EDITOR, ENTRIES, { ...answers, PortfolioPage: { data: { portfolioBySlug } } })
  await screen.findByRole('link', { name: 'd8.pdf' })
  expect(screen.queryByRole('button', { name: 'Publish…' })).toBeNull()
  expect(screen.queryByRole('checkbox', { name: 'Choose all in 02 Permits' })).toBeNull()
  // Whoever does not administer the room is not led to what it lacks.
  expect(screen.queryByRole('link', { name: 'Check readiness' })).toBeNull()
})

/** A page of what is staged, of so many files in the folder. */
const pageOfMany =
  (total: number) =>
  ({ limit, offset }: Record<string, unknown>) => ({
    data: {
      stagedDocuments: {
        __typename: 'StagedDocumentPage',
        count: total,
        items: Array.from({ length: Math.min(Number(limit), total - Number(offset)) }, (_, at) =>
          entry(`d${Number(offset) + at}`, 0),
        ),
      },
    },
  })

test('of a long folder three entries are shown, and the others when they are asked for; all of them are chosen meanwhile', async () => {
  const { user } = openRoom('/staged', { ...EDITOR, canDelete: true }, ENTRIES, {
    ...staged().answers,
    StagedDocuments: by(pageOfMany(38)),
  })
  const more = await screen.findByRole('button', { name: '35 more in this folder' })
  expect(screen.getAllByRole('link', { name: /^d\d+\.pdf$/ })).toHaveLength(3)
  expect(screen.getByText('38 entries')).toBeTruthy()
  expect(screen.getByText('38 of 38 chosen')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Clear selection' }))
  expect(await screen.findByText('0 of 38 chosen')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Select all' }))
  expect(await screen.findByText('38 of 38 chosen')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Select d1.pdf' }))
  expect(await screen.findByText('37 of 38 entries chosen')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Choose all in 02 Permits' }))
  expect(await screen.findByText('38 of 38 chosen')).toBeTruthy()
  await user.click(more)
  await waitFor(() => expect(screen.getAllByRole('link', { name: /^d\d+\.pdf$/ })).toHaveLength(38))
  expect(screen.queryByRole('button', { name: /more in this folder/ })).toBeNull()
})

test('all of more than a page is read, and dropped together', async () => {
  const removed: unknown[] = []
  const { user } = openRoom('/staged', { ...EDITOR, canDelete: true }, ENTRIES, {
    ...staged().answers,
    StagedDocuments: by(pageOfMany(230)),
    DropStaged: by(({ documentIds }) => {
      removed.push(...(documentIds as string[]))
      return { data: { removeDocuments: { __typename: 'RemoveDocumentsPayload', deletedIds: documentIds } } }
    }),
  })
  await screen.findByText('230 of 230 chosen')
  await user.click(await screen.findByRole('button', { name: 'Drop' }))
  const dialog = await screen.findByRole('dialog', { name: 'Drop 230 entries' })
  await user.click(within(dialog).getByRole('button', { name: 'Drop 230 entries' }))
  await waitFor(() => expect(new Set(removed).size).toBe(230))
})

test('for more than a thousand the strip says that they are too many at a time', async () => {
  openRoom('/staged', { ...EDITOR, canDelete: true }, ENTRIES, {
    ...staged().answers,
    StagedDocuments: by(pageOfMany(1001)),
  })
  await screen.findByText('1,001 of 1,001 chosen')
  const drop = await screen.findByRole<HTMLButtonElement>('button', { name: 'Drop' })
  expect(drop.disabled || drop.getAttribute('aria-disabled') === 'true').toBe(true)
})
