import { afterAll, beforeAll } from 'vitest'
import { Client } from '../../../testing/client.ts'
import type { testDatabase } from '../../../testing/database/index.ts'
import { factories, PASSWORD } from '../../../testing/factories.ts'
import { startTestServer, type TestServer } from '../../../testing/server.ts'
import type { Actor } from '../../access/actor.ts'
import type { OfficeValues } from '../../admin/index.ts'

/** What a form says at its fields. */
export const atField = (code: string, fields: object) => ({ code, extensions: { fields } })

/** A server whose back office a test file uses, as a super user and as somebody else. */
export function openOffice(database: ReturnType<typeof testDatabase>) {
  const make = factories(database)
  let server: TestServer
  let staff: Actor
  let ann: Actor
  beforeAll(async () => {
    server = await startTestServer(database)
    staff = await make.actor(
      await make.person({ isSuperUser: true, email: 'staff@fund.example', password: PASSWORD }),
    )
    ann = await make.actor(await make.person({ email: 'ann@fund.example', password: PASSWORD }))
  })
  afterAll(() => server.close())
  const office = () => server.app.services.backoffice
  const list = async (kind: string, query: Partial<Parameters<ReturnType<typeof office>['list']>[2]> = {}) =>
    office().list(staff, kind, { search: null, filters: [], ordering: null, limit: 50, offset: 0, ...query })
  return {
    make,
    services: () => server.app.services,
    staff: () => staff,
    /** The super user in a browser. */
    staffClient: async (): Promise<Client> => {
      const client = new Client(server.address)
      await client.signIn('staff@fund.example', PASSWORD)
      return client
    },
    /** Who is none of the staff. */
    ann: () => ann,
    office,
    create: (kind: string, values: OfficeValues, actor = staff) => office().create(actor, kind, values),
    change: (kind: string, id: string, values: OfficeValues, revision: string | null = null) =>
      office().change(staff, kind, { id, revision, values }),
    remove: (kind: string, id: string) => office().remove(staff, kind, id),
    read: (kind: string, id: string) => office().record(staff, kind, id),
    list,
    labels: async (...asked: Parameters<typeof list>) =>
      (await list(...asked)).rows.map(({ label }) => label),
  }
}
