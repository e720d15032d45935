import { sql } from 'kysely'
import type { DocumentLevel } from '../shared/documentLevels.ts'
import { Client } from './client.ts'
import type { TestDatabase } from './database/index.ts'
import { factories, PASSWORD } from './factories.ts'
import { Room } from './room.ts'
import type { TestServer } from './server.ts'

const PEOPLE = { admin: 'Deal Room Admin', viewer: 'Viewer', bidder: 'Bidder', outsider: null } as const
type Person = keyof typeof PEOPLE

/** A room with an admin, a viewer and a bidder in groups of their own, and somebody outside; all signed in. */
export async function zipRoom(database: TestDatabase, server: TestServer) {
  const make = factories(database)
  const organisationId = await make.organisation()
  const portfolio = await make.portfolio({ organisationId, name: 'Prairie Sun' })
  const treeId = await make.tree({ organisationId, portfolioId: portfolio.id, allowRootFiles: true })
  const rooms = {} as Record<Person, Room>
  const groups: Partial<Record<Person, string>> = {}
  const emails = {} as Record<Person, string>
  for (const [name, role] of Object.entries(PEOPLE) as [Person, string | null][]) {
    const email = `${name}.${treeId}@zip.example`
    const personId = await make.person({ email, password: PASSWORD })
    if (role) {
      groups[name] = await make.group({ organisationId, role, portfolioIds: [portfolio.id] })
      await make.member(groups[name], personId)
    }
    emails[name] = email
    const client = new Client(server.address)
    await client.signIn(email, PASSWORD)
    rooms[name] = new Room(client, treeId)
  }

  /** Sends a small file as the admin does. @returns its id */
  const file = async (name: string, content: string | Buffer, parentId?: string): Promise<string> => {
    const bytes = Buffer.from(content)
    const [upload] = await rooms.admin.announce([
      { name, size: bytes.length, ...(parentId ? { parentId } : {}) },
    ])
    if (!upload) throw new Error('Nothing was announced.')
    await rooms.admin.put(upload, bytes)
    const { files } = await rooms.admin.confirm([upload])
    return files[0]?.id ?? ''
  }
  const folder = async (path: string, parentId: string | null = null): Promise<string> =>
    (await rooms.admin.createFolders([path], parentId))[0]?.id ?? ''
  /** Permits a document to the person's group, or no longer. */
  const permit = (documentId: string, person: Person, permissible: boolean): Promise<unknown> =>
    rooms.admin.call(
      `mutation($treeId: ID!, $id: ID!, $on: Boolean!) {
        updateDocumentPermission(treeId: $treeId, documentPermissionId: $id, permissible: $on) { documents { id } }
      }`,
      { id: `${documentId}:${groups[person]}`, on: permissible },
    )
  /** Gives the person's group a level on a document (VIEW-01). */
  const level = (documentId: string, person: Person, to: DocumentLevel): Promise<unknown> =>
    rooms.admin.call(
      `mutation($treeId: ID!, $id: ID!, $changes: [LevelChangeInput!]!) {
        setDocumentLevels(treeId: $treeId, documentIds: [$id], changes: $changes) { changeId }
      }`,
      { id: documentId, changes: [{ principalId: groups[person], level: to }] },
    )
  /** Runs jobs now that wait for their moment, and all that are due. */
  const runJobs = async (): Promise<void> => {
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(database.db)
    await sql`update notification set due_at = now()`.execute(database.db)
    await server.app.runJobs()
  }
  return { ...rooms, portfolio, treeId, groups, emails, file, folder, permit, level, runJobs }
}
