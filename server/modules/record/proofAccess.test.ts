import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { documentsOver } from '../../../testing/documents.ts'
import { factories } from '../../../testing/factories.ts'
import { SECRET, startTestServer, type TestServer } from '../../../testing/server.ts'
import type { Actor } from '../../access/actor.ts'
import { newId } from '../../platform/ids.ts'
import { createSigner } from '../../platform/signing.ts'

const database = testDatabase()
const make = factories(database)
const { upload } = documentsOver(database)
const signer = createSigner(SECRET)
let server: TestServer
beforeAll(async () => {
  server = await startTestServer(database)
})
afterAll(() => server.close())

const only = async <Value>(text: string, values: unknown[]): Promise<Value> => {
  const { rows } = await database.pool.query<{ value: Value }>(text, values)
  const [row] = rows
  if (!row) throw new Error('There is no such row.')
  return row.value
}

/** A file of a tree as a proof may name it: its version, and the entry of its upload. */
async function entriesOf(admin: Actor, treeId: string): Promise<string[]> {
  const documentId = await upload(admin, treeId, `tree:${treeId}`, 'Shareholders.pdf')
  const version = await only<string>('select id as value from document_version where document_id = $1', [
    documentId,
  ])
  const activity = await only<number>(
    `select id::int as value from activity where document_id = $1 and kind = 'UPLOAD'`,
    [documentId],
  )
  return [version, signer.opaqueId('history entry', activity)]
}

test('CHAIN-05 an entry is proven to an admin of the organisation who knows its tree whole, and is not there for any other', async () => {
  const { place, treeId } = await make.room()
  const { organisationId } = place
  const company = await make.holdingCompany({ organisationId })
  const ofCompany = { organisationId, holdingCompanyIds: [company.id] }
  const companyTree = await make.tree({
    organisationId,
    holdingCompanyId: company.id,
    type: 'REPORTS',
    allowRootFiles: true,
  })
  await database.pool.query('update document_tree set allow_root_files = true where id = $1', [treeId])
  const actorIn = async (...groupIds: string[]): Promise<Actor> => {
    const personId = await make.person()
    for (const groupId of groupIds) await make.member(groupId, personId)
    return make.actor(personId)
  }
  const reports = await make.group({ ...ofCompany, role: ['REPORTS_ADMIN'] })
  const readers = await make.group({ ...ofCompany, role: ['REPORTS_VIEW', 'REPORTS_HISTORY_VIEW'] })
  const owners = await make.group({ organisationId, role: ['ORG_ADMIN'], organisationWide: true })
  const owner = await actorIn(owners)
  const inRoom = await entriesOf(owner, treeId)
  const inCompany = await entriesOf(await actorIn(reports), companyTree)
  const { record } = server.app.services
  const { treeSize } = (await record.sign(organisationId)) ?? { treeSize: 0 }
  const slug = await only<string>('select slug as value from organisation where id = $1', [organisationId])
  const prove = (actor: Actor, entryId: string) => record.inclusionProof(actor, slug, { entryId, treeSize })

  // ORG_ADMIN gives everything in the organisation and its rooms, and nothing in a holding company (ORG-25, ORG-26).
  for (const entryId of inRoom) expect(await prove(owner, entryId)).toContain('helioroom inclusion proof 1')
  const unknown = await prove(owner, newId()).catch((error: unknown) => error)
  expect(unknown).toMatchObject({ code: 'NOT_FOUND', message: 'Entry not found.' })
  for (const actor of [owner, await actorIn(owners, readers)]) {
    for (const entryId of inCompany) await expect(prove(actor, entryId)).rejects.toEqual(unknown)
  }
  const both = await actorIn(owners, reports)
  for (const entryId of inCompany) expect(await prove(both, entryId)).toContain('helioroom inclusion proof 1')
  expect(JSON.parse(await prove(both, inCompany[0] ?? '')).entry).toContain('"sha256"')
})
