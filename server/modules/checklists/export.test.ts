import { describe, expect, test } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { PASSWORD } from '../../../testing/factories.ts'
import { readSpreadsheet } from '../../../testing/spreadsheets.ts'
import type { Actor } from '../../access/actor.ts'
import { insertProjects, NOTHING_KNOWN } from '../projects/index.ts'
import { checklistRoom } from './checklists.fixture.ts'
import { checklistLink } from './export.ts'
import { addCategories, createChecklist } from './index.ts'

const room = checklistRoom()
const { checklists, item } = room

describe('the spreadsheet', () => {
  async function sheetFor(role: string, groupId?: string) {
    const email = `sheet-${Math.random()}@fund.example`
    const person = await room.make.person({ email, password: PASSWORD })
    await room.make.member(
      groupId ??
        (await room.make.group({
          organisationId: room.place.organisationId,
          role,
          portfolioIds: [room.place.portfolioId],
        })),
      person,
    )
    const client = new Client(room.server.address)
    await client.signIn(email, PASSWORD)
    const answer = await client.request(`/checklist/${room.checklist}/spreadsheet`)
    expect(answer.headers.get('content-disposition')).toMatch(/-checklist-\d{4}-\d\d-\d\d\.xlsx/)
    const [sheet] = readSpreadsheet(new Uint8Array(await answer.arrayBuffer()))
    return sheet?.rows ?? []
  }

  test('CHK-03 API-150 it is the matrix with status, assignee and link of each cell', async () => {
    await checklists().change(room.admin, {
      ids: [(await item('Lease of Cedar Bluff')).id],
      status: 'FOLLOW_UP_NEEDED',
      userId: room.ann.personId,
    })
    await checklists().change(room.admin, {
      ids: [(await item('Site control of Cedar Bluff')).id],
      link: '/portfolios/one/storage/documents',
    })
    const { rows: people } = await room.database.pool.query('select last_name from person where id = $1', [
      room.ann.personId,
    ])
    const rows = await sheetFor('Deal Room Admin')
    const [head = [], ...lines] = rows
    expect(head.slice(0, 5)).toEqual([
      'Number',
      'Category',
      'Cedar Bluff: status',
      'Cedar Bluff: assigned to',
      'Cedar Bluff: docs',
    ])
    expect(lines.map((line) => line.slice(0, 2))).toEqual([
      ['1.0', 'Site control'],
      ['1.1', 'Lease'],
      ['1.2', 'Title'],
      ['2.0', 'Operations'],
      ['2.1', 'Spare parts'],
    ])
    // A bare path leads nowhere from a file.
    expect(lines[0]?.[4]).toBe(`${room.server.address}/portfolios/one/storage/documents`)
    expect(lines[1]?.slice(2, 4)).toEqual(['Follow up needed', `Pat ${people[0].last_name}`])
    expect(lines[4]?.[2]).toBe('Requested')
    expect(lines[4]?.[5] ?? null).toBeNull()
  })

  test('CHK-03 API-150 of 60,000 cells it reads at most 6,000 at a time, and none before they are taken', async () => {
    const made = await room.database.db.transaction().execute(async (tx) => {
      await insertProjects(
        tx,
        Array.from({ length: 298 }, (_, at) => ({
          ...NOTHING_KNOWN,
          status: 'OPERATING' as const,
          name: `Site ${at}`,
          organisationId: room.place.organisationId,
          portfolioIds: [room.place.portfolioId],
        })),
      )
      const id = await createChecklist(tx, {
        portfolioId: room.place.portfolioId,
        name: 'Large',
        isActive: true,
      })
      await addCategories(
        tx,
        id,
        Array.from({ length: 20 }, (_, parent) => ({
          name: `Category ${parent}`,
          children: Array.from({ length: 9 }, (_, child) => ({ name: `Row ${child}` })),
        })),
      )
      return id
    })
    const read: number[] = []
    const db = room.database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (result.rows.some((row) => 'commentCount' in row)) read.push(result.rows.length)
        return result
      },
    })
    const { spreadsheet } = await checklistLink(db as typeof room.database.db, checklists()).open(
      room.admin,
      { part: () => made, all: () => [], one: () => null, search: '', origin: 'https://deals.example' },
    )
    const rows = spreadsheet.rows[Symbol.asyncIterator]()
    expect(read).toEqual([])
    let lines = 0
    let taken = 0
    for (let step = await rows.next(); !step.done; step = await rows.next()) {
      lines += step.value.length
      taken += 1
      expect(read).toHaveLength(taken)
    }
    expect(lines).toBe(200)
    expect(Math.max(...read)).toBe(6000)
    expect(read.reduce((sum, each) => sum + each, 0)).toBe(60_000)
  })

  test('CHK-03 CHK-47 CHK-49 after the matrix it has the comments, to each party those that are for it, as long as a cell has room', async () => {
    const { id } = await item('Lease of Cedar Bluff')
    const comment = (actor: Actor, text: string, audience?: string) =>
      checklists().comment(actor, { checklistId: room.checklist, text, itemIds: [id], audience })
    await comment(room.ann, 'We would pay 41')
    await comment(room.admin, 'Among us', 'DEAL_TEAM')
    await comment(room.admin, 'The survey is here')
    const [gone] = (await comment(room.admin, 'Wrong room')).comments
    await checklists().removeComment(room.admin, gone?.id ?? '')
    const cellFor = async (...who: Parameters<typeof sheetFor>) => {
      const [head = [], , lease = []] = await sheetFor(...who)
      return String(lease[head.indexOf('Cedar Bluff: comments')] ?? '')
    }
    const said = (text: string) =>
      expect.stringMatching(new RegExp(`^Pat .+, \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC: ${text}$`))
    expect((await cellFor('Viewer', room.ann.groupId)).split('\n')).toEqual([
      said('We would pay 41'),
      said('The survey is here'),
    ])
    expect((await cellFor('Bidder', room.bidder.groupId)).split('\n')).toEqual([said('The survey is here')])
    expect((await cellFor('Deal Room Admin')).split('\n')).toHaveLength(3)
    for (let at = 0; at < 9; at += 1) await comment(room.admin, `${at} ${'a'.repeat(3990)}`)
    const long = await cellFor('Deal Room Admin')
    expect(long.length).toBeLessThanOrEqual(32_767)
    expect(long.startsWith('…\n')).toBe(true)
    expect(long).toMatch(/8 a+$/)
  })

  test('CHK-03 CHK-40 who shares no group with an assignee does not learn who it is', async () => {
    await checklists().change(room.admin, {
      ids: [(await item('Lease of Cedar Bluff')).id],
      userId: room.ann.personId,
    })
    const [, , rival] = await sheetFor('Bidder')
    expect(rival?.[3]).toBe('assigned')
    const [, , colleague] = await sheetFor('Viewer', room.ann.groupId)
    expect(colleague?.[3]).toMatch(/^Pat /)
    const known = async (actor: Actor) =>
      (await checklists().assignees(actor, [await checklists().checklist(actor, room.checklist)]))[0]
    expect(await known(room.bidder)).toEqual([])
    expect(await known(room.admin)).toEqual([room.ann.personId])
    expect(await known(room.ann)).toEqual([room.ann.personId])
  })
})
