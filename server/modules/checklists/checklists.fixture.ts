import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../testing/database/index.ts'
import { factories } from '../../../testing/factories.ts'
import { NO_CALLER_LIMITS, startTestServer, type TestServer } from '../../../testing/server.ts'
import type { Actor } from '../../access/actor.ts'
import { insertProjects, NOTHING_KNOWN } from '../projects/index.ts'
import { addCategories, type Checklists, createChecklist, type ItemRow } from './index.ts'

type Member = Actor & { groupId: string }

/** A portfolio with two projects, a checklist of two categories, and people around it. */
export interface ChecklistRoom {
  database: TestDatabase
  make: ReturnType<typeof factories>
  server: TestServer
  place: { organisationId: string; portfolioId: string }
  /** Deal Room Admin. */
  admin: Actor
  /** Viewer. */
  ann: Member
  bidder: Member
  checklist: string
}

/**
 * Called at the top of a test file; another room is made before each test.
 * @param pingMs how often the server asks its sockets
 */
export function checklistRoom({ pingMs }: { pingMs?: number } = {}): ChecklistRoom & {
  checklists(): Checklists
  /** Adds a project to the portfolio. @returns its id */
  project(name: string, status?: 'NEW_BUILD' | 'OPERATING'): Promise<string>
  /** The items as they stand, by their row and project. */
  cells(actor?: Actor): Promise<Map<string, ItemRow>>
  item(name: string, actor?: Actor): Promise<ItemRow>
} {
  const database = testDatabase()
  const make = factories(database)
  const room = { database, make } as ChecklistRoom
  const checklists = () => room.server.app.services.checklists
  const project = async (name: string, status: 'NEW_BUILD' | 'OPERATING' = 'OPERATING') => {
    const { organisationId, portfolioId } = room.place
    const added = { ...NOTHING_KNOWN, name, status, organisationId, portfolioIds: [portfolioId] }
    const [id = ''] = await database.db.transaction().execute((tx) => insertProjects(tx, [added]))
    return id
  }

  beforeAll(async () => {
    room.server = await startTestServer(
      database,
      {},
      { callerLimits: NO_CALLER_LIMITS, ...(pingMs === undefined ? {} : { pingMs }) },
    )
  })
  afterAll(() => room.server.close())
  beforeEach(async () => {
    await database.pool.query('truncate notification, mail_outbox')
    const { place } = await make.room()
    room.place = place
    await database.pool.query('update portfolio set has_checklist = true where id = $1', [place.portfolioId])
    room.admin = await make.actorWith(place, 'Deal Room Admin')
    room.ann = await make.actorWith(place, 'Viewer')
    room.bidder = await make.actorWith(place, 'Bidder')
    await project('Cedar Bluff')
    await project('Harlan County', 'NEW_BUILD')
    room.checklist = await database.db.transaction().execute(async (tx) => {
      const id = await createChecklist(tx, {
        portfolioId: place.portfolioId,
        name: 'Closing',
        isActive: true,
      })
      await addCategories(tx, id, [
        { name: 'Site control', children: [{ name: 'Lease' }, { name: 'Title' }] },
        {
          name: 'Operations',
          isDevelopment: false,
          children: [{ name: 'Spare parts', isDevelopment: false }],
        },
      ])
      return id
    })
  })

  async function cells(actor: Actor = room.ann) {
    const [items = []] = await checklists().items(actor, [
      await checklists().checklist(actor, room.checklist),
    ])
    const [parents = []] = await checklists().categories([room.checklist])
    const rows = new Map(
      parents.flatMap((each) => [each, ...each.children]).map(({ id, name }) => [id, name]),
    )
    const projects = new Map(
      (await checklists().projects(actor, room.place.portfolioId)).map(({ id, name }) => [id, name]),
    )
    return new Map(
      items.map((each): [string, ItemRow] => [
        `${rows.get(each.categoryId)} of ${projects.get(each.projectId)}`,
        each,
      ]),
    )
  }
  const item = async (name: string, actor?: Actor) => {
    const found = (await cells(actor)).get(name)
    if (!found) throw new Error(`There is no cell ${name}.`)
    return found
  }
  return Object.assign(room, { checklists, project, cells, item })
}
