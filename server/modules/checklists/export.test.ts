import { describe, expect, test } from 'vitest'
import { Client } from '../../../testing/client.ts'
import { PASSWORD } from '../../../testing/factories.ts'
import { readSpreadsheet } from '../../../testing/spreadsheets.ts'
import type { Actor } from '../../access/actor.ts'
import { checklistRoom } from './checklists.fixture.ts'

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
    expect(lines[0]?.[4]).toBe('/portfolios/one/storage/documents')
    expect(lines[1]?.slice(2, 4)).toEqual(['Follow up needed', `Pat ${people[0].last_name}`])
    expect(lines[4]?.[2]).toBe('Requested')
    expect(lines[4]?.[5] ?? null).toBeNull()
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
