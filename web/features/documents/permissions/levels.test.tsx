import { readFileSync } from 'node:fs'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { by, renderAt, setWindowWidth } from '../../../testing/renderAt.tsx'
import { permissionsOn } from '../testing/permissions.ts'
import { BASE, type Entry, room } from '../testing/room.ts'
import { chosenOf, dialog, ENTRIES, open, openOf, radio, rowOf, toggle } from './permissions.fixture.ts'

test('VIEW-11 each principal has a choice of five levels with a line on each, Mixed where documents differ; chips below Original say the level', async () => {
  const asked: unknown[] = []
  const entries: Entry[] = [
    { id: 'd1', name: 'PPA.pdf', permitted: ['Deal team', 'Lenders'], permittedLevels: ['ORIGINAL', 'VIEW'] },
    { id: 'd2', name: 'Site.png', permitted: ['Deal team', 'Lenders'] },
  ]
  const scripted = room(entries, { canEditPermissions: true })
  renderAt(BASE, {
    ...scripted.answers,
    ...permissionsOn(scripted.entries),
    SetDocumentLevels: by(({ documentIds, changes }) => {
      asked.push([documentIds, changes])
      return {
        data: {
          setDocumentLevels: { __typename: 'SetDocumentLevelsPayload', changeId: 'change', documents: [] },
        },
      }
    }),
  })
  const user = userEvent.setup()
  const cell = await screen.findByRole('button', { name: /^Permissions of PPA\.pdf/ })
  expect(within(cell).getByText('Lenders: View')).toBeTruthy()
  expect(within(cell).getByText('Deal team')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Select PPA.pdf' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select Site.png' }))
  await user.click(screen.getByRole('button', { name: 'Permissions' }))
  const table = await within(await dialog()).findByRole('table', { name: 'Permitted groups' })
  const heads = within(table).getAllByRole('columnheader')
  expect(heads.slice(1, 6).map(({ textContent }) => textContent)).toEqual([
    'No accessIt does not exist for them.',
    'ViewMarked pages on the screen.',
    'View and printMarked pages on the screen and on paper.',
    'Marked PDFDownload as a marked PDF.',
    'OriginalThe file as it was uploaded.',
  ])
  expect([chosenOf('Deal team'), chosenOf('Tax equity')]).toEqual([['Original'], ['No access']])
  await screen.findByRole('radiogroup', {
    name: 'Level of Lenders, Mixed: View on 1 file, Original on 1 file',
  })
  expect(chosenOf('Lenders')).toEqual([])
  expect(within(rowOf('Lenders')).getByText('Mixed')).toBeTruthy()
  expect(within(rowOf('Deal team')).queryByText('Mixed')).toBeNull()
  const print = radio('Lenders', 'View and print')
  expect(document.getElementById(print.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Marked pages on the screen and on paper.',
  )
  await user.click(print)
  await waitFor(() => expect(asked).toEqual([[['d1', 'd2'], [{ principalId: 'Lenders', level: 'PRINT' }]]]))
})

test('in a narrow window the levels are a list with a line on each', async () => {
  setWindowWidth(390)
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Actions for PPA.pdf' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Permissions' }))
  const level = await within(await dialog()).findByRole('combobox', { name: 'Level of Deal team' })
  expect(level.textContent).toBe('Original')
  expect(screen.queryByRole('radiogroup')).toBeNull()
  await user.click(level)
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'No accessIt does not exist for them.',
    'ViewMarked pages on the screen.',
    'View and printMarked pages on the screen and on paper.',
    'Marked PDFDownload as a marked PDF.',
    'OriginalThe file as it was uploaded.',
  ])
})

/** Of so many files that a change is shown first; what is asked to be set is noted. */
function openMany(files: number) {
  const set: unknown[] = []
  const scripted = room([...ENTRIES], { canEditPermissions: true })
  const look = permissionsOn(scripted.entries).SelectionPermissions as (variables: object) => object
  const page = open(undefined, {
    SelectionPermissions: by((variables) =>
      JSON.parse(JSON.stringify(look(variables)).replace('"files":1', `"files":${files}`)),
    ),
    SetDocumentLevels: by(({ changes }) => {
      set.push(changes)
      return {
        data: {
          setDocumentLevels: { __typename: 'SetDocumentLevelsPayload', changeId: 'change', documents: [] },
        },
      }
    }),
  })
  return { ...page, set }
}

test('VIEW-08 levels of several principals, or over more than 25 entries, show first what they would do; Cancel leaves all, Apply sets them', async () => {
  const { user, set, unmount } = openMany(26)
  await openOf(user, '02 Permits')
  await within(await dialog()).findByRole('radiogroup', { name: 'Level of Lenders' })
  const status = async () => within(await dialog()).findByText('What this would do')
  await user.click(radio('Lenders', 'View'))
  await status()
  await within(await dialog()).findByText('Lenders goes from Original to View on 1 file.')
  expect(within(rowOf('Lenders')).getByText('now').closest('button')?.getAttribute('aria-label')).toBe(
    'Original',
  )
  await user.click(radio('Deal team', 'Marked PDF'))
  await within(await dialog()).findByText('Deal team goes from Original to Marked PDF on 1 file.')
  await user.click(within(await dialog()).getByRole('button', { name: 'Cancel' }))
  expect([chosenOf('Lenders'), chosenOf('Deal team')]).toEqual([['Original'], ['Original']])
  expect(set).toEqual([])

  // What stands anyway is no change.
  await user.click(radio('Lenders', 'View'))
  await user.click(radio('Lenders', 'Original'))
  expect(within(await dialog()).queryByText('What this would do')).toBeNull()
  await user.click(radio('Lenders', 'View'))
  await user.click(radio('Deal team', 'No access'))
  await within(await dialog()).findByText('Deal team goes from Original to No access on 1 file.')
  await user.click(within(await dialog()).getByRole('button', { name: 'Apply' }))
  await waitFor(() =>
    expect(set).toEqual([
      [
        { principalId: 'Lenders', level: 'VIEW' },
        { principalId: 'Deal team', level: 'NONE' },
      ],
    ]),
  )
  await waitFor(() => expect(screen.queryByText('What this would do')).toBeNull())
  unmount()

  // Of few entries one principal is set by itself, and several are shown first.
  const few = openMany(25)
  await openOf(few.user, '02 Permits')
  await within(await dialog()).findByRole('radiogroup', { name: 'Level of Lenders' })
  await few.user.click(radio('Lenders', 'View'))
  await waitFor(() => expect(few.set).toEqual([[{ principalId: 'Lenders', level: 'VIEW' }]]))
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  await few.user.click(within(await dialog()).getByRole('button', { name: 'Everyone' }))
  await few.user.click(await screen.findByRole('menuitem', { name: 'View and print' }))
  await within(await dialog()).findByText('Lenders goes from Original to View and print on 1 file.')
  await within(await dialog()).findByText('and 1 more')
  expect(few.set).toHaveLength(1)
})

test('by keys: one stop of a row, arrows walk, and choose alone where nothing is set by that', async () => {
  const { user, set } = openMany(1)
  await openOf(user, '02 Permits')
  await within(await dialog()).findByRole('radiogroup', { name: 'Level of Lenders' })
  radio('Deal team', 'Original').focus()
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(document.activeElement).toBe(radio('Deal team', 'View and print'))
  expect(chosenOf('Deal team')).toEqual(['Original'])
  await user.keyboard('{ArrowDown}')
  const next = document.activeElement?.closest('tr')
  expect(next).toBe(rowOf('Deal team').nextElementSibling)
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(radio('Deal team', 'Original'))
  await user.keyboard('{ArrowLeft} ')
  await waitFor(() => expect(set).toEqual([[{ principalId: 'Deal team', level: 'PDF' }]]))
})

test('by keys arrows choose where a choice is shown first', async () => {
  const { user, set } = openMany(26)
  await openOf(user, '02 Permits')
  await within(await dialog()).findByRole('radiogroup', { name: 'Level of Lenders' })
  radio('Deal team', 'Original').focus()
  await user.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(chosenOf('Deal team')).toEqual(['View and print'])
  expect(document.activeElement).toBe(radio('Deal team', 'View and print'))
  expect(set).toEqual([])
})

test('VIEW-31 the dialog leads to what README says of view only: what it can do, and what it can’t', async () => {
  const { user, router } = open()
  await openOf(user, 'PPA.pdf')
  const link = await within(await dialog()).findByRole('link', { name: 'What view only can do' })
  expect(link.getAttribute('target')).toBe('_blank')
  await user.click(within(await dialog()).getByRole('button', { name: 'Done' }))
  await router.navigate(link.getAttribute('href') ?? '')
  await screen.findByRole('heading', { name: 'View only', level: 1 })
  const chapter = readFileSync('README.md', 'utf8').split('## View only\n\n')[1]?.split('\n## ')[0] ?? ''
  expect(chapter).toMatch(/^Pixels can be photographed: the mark says whose screen it was\./)
  const words = (text: string) => text.replace(/[`#*-]|\s/g, '')
  const page = screen.getByRole('main')
  expect(words(page.textContent ?? '')).toContain(words(chapter))
  expect(within(page).getByRole('heading', { name: "What it can't do" })).toBeTruthy()
})

test('the dialog says how many of the chosen files have no pages', async () => {
  const scripted = room(
    [
      { id: 'd1', name: 'Plan.dwg' },
      { id: 'd2', name: 'PPA.pdf' },
    ],
    { canEditPermissions: true },
  )
  renderAt(BASE, { ...scripted.answers, ...permissionsOn(scripted.entries) })
  const user = userEvent.setup()
  await openOf(user, 'Plan.dwg')
  await within(await dialog()).findByText('1 file has no pages. Below Original nobody can open it.')
  await user.click(within(await dialog()).getByRole('button', { name: 'Done' }))
  await openOf(user, 'PPA.pdf')
  await toggle('Lenders')
  expect(within(await dialog()).queryByText(/no pages/)).toBeNull()
})

test('which content somebody is given is chosen beside the level; who is given nothing has none to choose', async () => {
  const asked: unknown[] = []
  const { user } = open(
    { canEditPermissions: true },
    {
      SetDocumentLevels: by(({ documentIds, changes }) => {
        asked.push([documentIds, changes])
        return {
          data: {
            setDocumentLevels: { __typename: 'SetDocumentLevelsPayload', changeId: 'change', documents: [] },
          },
        }
      }),
    },
  )
  await openOf(user, '02 Permits')
  const content = await within(await dialog()).findByRole('combobox', { name: 'Content for Lenders' })
  expect(content.textContent).toBe('Full')
  expect(within(await dialog()).queryByRole('combobox', { name: 'Content for Tax equity' })).toBeNull()
  await user.click(content)
  await user.click(await screen.findByRole('option', { name: /^Redacted/ }))
  await waitFor(() => expect(asked).toEqual([[['f1'], [{ principalId: 'Lenders', rendition: 'REDACTED' }]]]))
})
