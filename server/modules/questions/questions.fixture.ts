import { afterAll, beforeAll } from 'vitest'
import type { Permission } from '../../../shared/permissions.ts'
import { type TestDatabase, testDatabase } from '../../../testing/database/index.ts'
import { factories } from '../../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import type { Actor } from '../../access/actor.ts'
import type { LogRow, LogSettings, Questions } from './index.ts'

export type Member = Actor & { groupId: string }

export const BIDDER: readonly Permission[] = ['QUESTIONS_VIEW', 'QUESTIONS_EDIT', 'QUESTION_ANSWERS_VIEW']

/** A portfolio and a holding company with people around their questions. */
export interface QuestionRoom {
  database: TestDatabase
  make: ReturnType<typeof factories>
  server: TestServer
  organisationId: string
  place: { organisationId: string; portfolioId: string }
  companyId: string
  /** Q&A Manager. */
  manager: Member
  bidder: Member
  /** Of the bidder's group. */
  colleague: Member
  rival: Member
  /** Sees questions, and no answers. */
  onlooker: Member
  /** Sees the room, and no questions. */
  guest: Member
}

/** Called at the top of a test file; what it gives is filled before the first test. */
export function questionRoom(): QuestionRoom & {
  questions(): Questions
  log(settings?: Partial<LogSettings>): Promise<LogRow>
} {
  const database = testDatabase()
  const make = factories(database)
  const room = { database, make } as QuestionRoom
  beforeAll(async () => {
    room.server = await startTestServer(database)
    room.organisationId = await make.organisation({ name: 'Plains Fund' })
    const { id: portfolioId } = await make.portfolio({
      organisationId: room.organisationId,
      name: 'Republican Valley',
    })
    const { id: companyId } = await make.holdingCompany({
      organisationId: room.organisationId,
      portfolioIds: [portfolioId],
    })
    room.place = { organisationId: room.organisationId, portfolioId }
    room.companyId = companyId
    const member = async (role: string | readonly Permission[]): Promise<Member> => {
      const personId = await make.person()
      const groupId = await make.group({
        organisationId: room.organisationId,
        role,
        portfolioIds: [portfolioId],
        holdingCompanyIds: [companyId],
      })
      await make.member(groupId, personId)
      return { ...(await make.actor(personId)), groupId }
    }
    room.manager = await member('Q&A Manager')
    room.bidder = await member('Bidder')
    const colleagueId = await make.person()
    await make.member(room.bidder.groupId, colleagueId)
    room.colleague = { ...(await make.actor(colleagueId)), groupId: room.bidder.groupId }
    room.rival = await member('Bidder')
    room.onlooker = await member(['QUESTIONS_VIEW'])
    room.guest = await member(['DEALROOM_VIEW'])
  })
  afterAll(() => room.server.close())
  const questions = () => room.server.app.services.questions
  return Object.assign(room, {
    questions,
    log: (settings: Partial<LogSettings> = {}) =>
      questions().createLog(
        room.manager,
        { kind: 'portfolio', id: room.place.portfolioId },
        { name: 'General', restricted: false, groupIds: [], ...settings },
      ),
  })
}
