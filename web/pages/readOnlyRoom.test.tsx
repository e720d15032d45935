import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { cell, openMatrix } from '../features/checklists/checklist.fixture.tsx'
import { openRoom, rowOf } from '../features/documents/testing/openRoom.tsx'
import { TREE } from '../features/documents/testing/room.ts'
import { ADMIN, answers as overview, prairieSun, text } from '../features/overview/overview.fixture.tsx'
import { ADDRESS, MANAGER, questionOf, room as questions } from '../features/questions/questions.fixture.ts'
import { organisation, portfolio } from '../testing/fixtures.ts'
import { type Answers, renderAt, setWindowWidth } from '../testing/renderAt.tsx'

beforeEach(() => setWindowWidth(1440))

const FROZEN = { frozenSince: '2026-07-04T12:00:00.000Z' } as const
const ARCHIVED = { phase: 'ARCHIVED' } as const
const SENTENCES = [
  [{}, null],
  [FROZEN, 'This room is frozen since 07/04/2026.'],
  [ARCHIVED, 'This room is archived. Nothing in it can be changed.'],
] as const

const roomWith = (given: object): Answers => ({
  PortfolioPage: { data: { portfolioBySlug: portfolio('Prairie Sun', given) } },
})
const buttons = (names: readonly string[]): string[] =>
  names.filter((name) => screen.queryAllByRole('button', { name }).length > 0)

test('documents of a room that is frozen or archived are read, and nothing is offered that would change them', async () => {
  const rights = {
    canEdit: true,
    canDelete: true,
    canRename: true,
    canEditPermissions: true,
    canEditType: true,
  }
  for (const [state, sentence] of SENTENCES) {
    const documentsTree = { __typename: 'DocumentTree', id: TREE }
    openRoom('/f1', rights, undefined, roomWith({ documentsTree, ...state }))
    const row = await rowOf('Zoning permit.docx')
    if (sentence) screen.getByText(sentence)
    const isFree = sentence === null
    expect(buttons(['New folder', 'Upload'])).toEqual(isFree ? ['New folder', 'Upload'] : [])
    expect(within(row).queryAllByRole('button', { name: /^Permissions of/ })).toHaveLength(isFree ? 1 : 0)
    const entries = async (button: HTMLElement) => {
      await userEvent.click(button)
      const menu = await screen.findByRole('menu')
      const found = within(menu)
        .getAllByRole('menuitem')
        .map((each) => each.textContent)
      await userEvent.keyboard('{Escape}')
      return found
    }
    const changing = ['Rename', 'Move', 'Permissions', 'Delete']
    const ofRow = await entries(within(row).getByRole('button', { name: 'Actions for Zoning permit.docx' }))
    expect(changing.filter((name) => ofRow.some((each) => each?.startsWith(name)))).toEqual(
      isFree ? changing : [],
    )
    expect(ofRow).toContain('Who could see this')
    const ofFolder = await entries(screen.getByRole('button', { name: 'Folder actions' }))
    // What is staged and what was deleted is read there, too.
    expect(ofFolder).toEqual(expect.arrayContaining(['Staged', 'Recycle bin']))
    cleanup()
  }
})

test('no question is asked, answered or closed in such a room', async () => {
  for (const [state, sentence] of SENTENCES) {
    const given = { permissions: MANAGER, enableQAndA: true, ...state }
    renderAt(ADDRESS, { ...questions({ questions: () => [questionOf('1')] }), ...roomWith(given) })
    await screen.findByText('Text of 1')
    const isFree = sentence === null
    await userEvent.click(screen.getByText('Text of 1'))
    const those = ['New question', 'Add follow-up', 'Mark High Priority', 'Close Question']
    await screen.findByText(isFree ? 'closes the editor; every change is saved' : 'closes the question')
    expect(buttons(those)).toEqual(isFree ? those : [])
    cleanup()
  }
})

test('no comment is written in the checklist of such a room', async () => {
  for (const [state, sentence] of SENTENCES) {
    const org = organisation('Meridian', ['DEALROOM_VIEW'])
    const given = { org, hasChecklist: true, permissions: ['DEALROOM_VIEW', 'CHECKLISTS_ADMIN'], ...state }
    const { user } = await openMatrix({
      PortfolioPage: { data: { portfolioBySlug: portfolio('One', given as object) } },
    })
    await user.click(cell(/^Done/))
    await screen.findByRole('heading', { name: /^Comments/ })
    const isFree = sentence === null
    expect(screen.queryAllByRole('textbox', { name: 'Write a comment' })).toHaveLength(isFree ? 1 : 0)
    expect(screen.queryAllByRole('combobox', { name: 'Status' })).toHaveLength(isFree ? 1 : 0)
    cleanup()
  }
})

test('pages of such a room are not edited', async () => {
  for (const [state, sentence] of SENTENCES) {
    const page = text('Summary')
    const answer = prairieSun(ADMIN, { subpages: [page], subpage: page })
    const { portfolioBySlug } = answer.data as { portfolioBySlug: object }
    renderAt('/portfolios/prairie-sun/overview', {
      ...overview([page], ADMIN),
      PortfolioPage: { data: { portfolioBySlug: { ...portfolioBySlug, ...state } } },
    })
    await screen.findByText('Words of Summary')
    expect(buttons(['Edit'])).toHaveLength(sentence === null ? 1 : 0)
    cleanup()
  }
})
