import { insertProjects, NOTHING_KNOWN } from '../../server/modules/projects/index.ts'
import type { Client } from '../client.ts'
import type { TestDatabase } from '../database/index.ts'
import { factories } from '../factories.ts'
import { checklistOf } from './content.ts'
import { uploadFile } from './uploads.ts'

/** A portfolio beside the one of the matrix, whose pages and documents are permitted to roles. */
export interface NextRoom {
  id: string
  slug: string
  documents: string
  openFolder: string
  /** Permitted to the role Viewer and not to the role Bidder, with a file in it. */
  closedFolder: string
  closedFile: string
  /** Restricted to the role Viewer. */
  closedPage: string
  timeline: string
  /** Restricted, of no group. */
  closedLog: string
  project: string
  checklist: string
  item: string
}

/** @param admin Deal Room Admin of the portfolio */
export async function fillNext(
  database: TestDatabase,
  { id, slug, organisationId }: { id: string; slug: string; organisationId: string },
  admin: Client,
): Promise<NextRoom> {
  const call = async <T>(text: string, variables: Record<string, unknown>): Promise<T> => {
    const { data, errors } = await admin.graphql(text, variables)
    if (!data || errors.length > 0) throw new Error(`The next room was not filled: ${JSON.stringify(errors)}`)
    return data as T
  }
  const make = factories(database)
  const documents = await make.tree({
    organisationId,
    portfolioId: id,
    permissionsType: 'ROLE',
  })
  // A role that nobody has here, and somebody elsewhere.
  await make.group({ organisationId, name: 'Next viewers', role: 'Viewer', portfolioIds: [id] })
  await database.pool.query(`update portfolio set subpage_permissions = 'ROLE' where id = $1`, [id])
  const { rows: roles } = await database.pool.query<{ id: string; name: string }>(
    'select id, name from role where organisation_id = $1',
    [organisationId],
  )
  const roleId = (name: string) => roles.find((role) => role.name === name)?.id ?? ''
  const [project = ''] = await database.db
    .transaction()
    .execute((tx) =>
      insertProjects(tx, [
        { ...NOTHING_KNOWN, organisationId, portfolioIds: [id], name: 'Next Solar', capacity: 70 },
      ]),
    )
  const [checklist, , item] = await checklistOf(database, id, true)
  const made = await call<Record<'open' | 'closed', { folder: { id: string } }>>(
    `mutation($t: ID!) {
      open: createFolder(treeId: $t, name: "Next open") { folder { id } }
      closed: createFolder(treeId: $t, name: "Next closed") { folder { id } }
    }`,
    { t: documents },
  )
  const closedFolder = made.closed.folder.id
  const closedFile = await uploadFile(admin, documents, closedFolder, 'next.pdf')
  await call(
    `mutation($t: ID!, $id: ID!) {
      updateDocumentPermission(treeId: $t, documentPermissionId: $id, permissible: false) { documents { id } }
    }`,
    { t: documents, id: `${closedFolder}:${roleId('Bidder')}` },
  )
  const told = await call<{
    page: { subpage: { id: string } }
    timeline: { id: string }
    log: { questionLog: { id: string } }
  }>(
    `mutation($id: ID!) {
      page: createSubpage(subjectId: $id, subjectType: PORTFOLIO, title: "Next closed") { subpage { id } }
      timeline: createTimeline(subjectId: $id, subjectType: PORTFOLIO) { id }
      log: createQuestionLog(subjectId: $id, subjectType: PORTFOLIO, name: "Next closed", restricted: true,
        groupIds: []) { questionLog { id } }
    }`,
    { id },
  )
  const closedPage = told.page.subpage.id
  await call(
    `mutation($id: ID!, $roles: [ID!]) {
      updateSubpage(id: $id, subjectType: PORTFOLIO, restricted: true, roles: $roles) { subpage { id } }
    }`,
    { id: closedPage, roles: [roleId('Viewer')] },
  )
  return {
    id,
    slug,
    documents,
    openFolder: made.open.folder.id,
    closedFolder,
    closedFile,
    closedPage,
    timeline: told.timeline.id,
    closedLog: told.log.questionLog.id,
    project,
    checklist,
    item,
  }
}
