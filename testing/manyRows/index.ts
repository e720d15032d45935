import { addCategories, createChecklist } from '../../server/modules/checklists/index.ts'
import { insertProjects, NOTHING_KNOWN } from '../../server/modules/projects/index.ts'
import { PERMISSIONS } from '../../shared/permissions.ts'
import type { Client } from '../client.ts'
import type { TestDatabase } from '../database/index.ts'
import { uploadFile } from '../matrix/uploads.ts'
import { Room } from '../room.ts'
import type { TestServer } from '../server.ts'
import { TREE_KINDS, treePlace } from '../treeKinds.ts'
import { submitZip } from '../zips.ts'
import {
  writeAutomations,
  writeCheckpoints,
  writeDirectories,
  writeJobs,
  writeLayers,
  writeOverviewRows,
  writeQuestions,
  writeRemoved,
} from './modules.ts'

/** Somebody who sees all of them, and what operations name. */
export interface ManyRows {
  client: Client
  variables: Record<string, unknown>
  /** In place of those above, by field. */
  fieldVariables: Record<string, Record<string, unknown>>
}

/** A room with so many rows in each of its lists. */
export async function manyRows(database: TestDatabase, server: TestServer, rows: number): Promise<ManyRows> {
  const [kind] = TREE_KINDS
  if (!kind) throw new Error('There is no kind of tree.')
  const place = await treePlace(database, server.address, kind, `rows-${rows}`)
  const { client, groupId } = await place.join(PERMISSIONS)
  const room = new Room(client, place.treeId)
  const names = Array.from({ length: rows }, (_, index) => `Report ${index}`)
  for (let from = 0; from < rows; from += 20) {
    await room.createFolders(names.slice(from, from + 20).map((name) => `${name}/Report inside`))
  }
  const folders = await room.list()
  for (const { id } of folders) await uploadFile(client, place.treeId, id, 'Report.pdf')
  for (let from = 0; from < rows; from += 20) {
    const gone = await room.createFolders(
      names.slice(from, from + 20).map((name) => `${name} deleted/Inside`),
    )
    await room.call(
      'mutation($treeId: ID!, $ids: [ID!]!) { removeDocuments(treeId: $treeId, documentIds: $ids) { deletedIds } }',
      {
        ids: gone.map(({ id }) => id),
      },
    )
  }
  await database.pool.query('update organisation set document_labels = true where id = $1', [
    place.organisation.id,
  ])
  for (const label of names) {
    await client.graphql(
      `mutation($orgSlug: String!, $label: String!) {
        createDocumentLabel(orgSlug: $orgSlug, label: $label, colour: "#123456") { documentLabel { id } }
      }`,
      { orgSlug: place.organisation.slug, label },
    )
  }
  await submitZip(
    room,
    folders.map(({ id }) => id),
  )
  // More rooms and companies, groups, and people who read each of the files, all within the same person's reach.
  const { organisation, portfolio } = place
  const write = (text: string, ...values: unknown[]) => database.pool.query(text, values)
  await write(
    `with portfolios as (
       insert into portfolio (id, organisation_id, name, slug, status)
       select gen_random_uuid(), organisation_id, 'Report ' || n, slug || '-' || n, 'DILIGENCE'
       from portfolio, generate_series(1, $2::int) n where id = $1 returning id),
     trees as (
       insert into document_tree (id, type, organisation_id, portfolio_id)
       select gen_random_uuid(), 'DOCUMENTS', $4, id from portfolios returning id, portfolio_id)
     insert into user_group_portfolio (group_id, portfolio_id) select $3, id from portfolios`,
    portfolio.id,
    rows,
    groupId,
    organisation.id,
  )
  const checklistId = await database.db.transaction().execute(async (tx) => {
    const id = await createChecklist(tx, { portfolioId: portfolio.id, name: 'Report', isActive: true })
    await addCategories(
      tx,
      id,
      names.map((name) => ({ name, children: [{ name }] })),
    )
    return id
  })
  await write('update portfolio set has_checklist = true where id = $1', portfolio.id)
  await write(
    `insert into checklist (id, portfolio_id, name, is_active)
     select gen_random_uuid(), $1, 'Report ' || n, true from generate_series(2, $2::int) n`,
    portfolio.id,
    rows,
  )
  const [projectId] = await database.db.transaction().execute((tx) =>
    insertProjects(
      tx,
      names.map((name) => ({
        ...NOTHING_KNOWN,
        organisationId: organisation.id,
        portfolioIds: [portfolio.id],
        name,
        contracts: [{ startDate: '2024-01-01', term: 20, rate: 0.05, escalator: 1 }],
      })),
    ),
  )
  await write(
    'update project set saved_by = (select person_id from membership where group_id = $1 limit 1) where id = $2',
    groupId,
    projectId,
  )
  await write(
    `insert into portfolio_project (portfolio_id, project_id)
     select id, $1 from portfolio where organisation_id = $2 and id <> $3`,
    projectId,
    organisation.id,
    portfolio.id,
  )
  await write(
    `with companies as (
       insert into holding_company (id, organisation_id, name, slug, status)
       select gen_random_uuid(), $1, 'Report ' || n, $3 || '-c' || n, 'ACQUIRED' from generate_series(1, $2::int) n
       returning id)
     insert into user_group_holding_company (group_id, holding_company_id) select $4, id from companies`,
    organisation.id,
    rows,
    portfolio.slug,
    groupId,
  )
  await write(
    `with made as (
       insert into user_group (id, organisation_id, name, role_id)
       select gen_random_uuid(), organisation_id, 'Report crowd ' || n, role_id from user_group, generate_series(1, $2::int) n
       where id = $1 returning id)
     insert into user_group_portfolio (group_id, portfolio_id) select id, $3 from made`,
    groupId,
    rows,
    portfolio.id,
  )
  await write(
    `with companies as (
       insert into company (id, name) select gen_random_uuid(), $3 || n from generate_series(1, $2::int) n returning id),
     people as (
       insert into person (id, email, first_name, last_name, company_id)
       select gen_random_uuid(), id || '@rows.example', 'Pat', 'Reporter', id from companies returning id),
     members as (insert into membership (group_id, person_id) select $1, id from people)
     insert into activity (kind, person_id, session_id, organisation_id, tree_id, document_id, version_id)
     select 'VIEW', people.id, gen_random_uuid(), $5, $4, d.id, d.current_version_id
     from people, document d where d.tree_id = $4 and not d.is_folder`,
    groupId,
    rows,
    portfolio.slug,
    place.treeId,
    organisation.id,
  )
  await write(
    `insert into document_labelling (document_id, label_id)
     select d.id, l.id from document d, document_label l
     where d.tree_id = $1 and d.parent_id is not null and l.organisation_id = $2`,
    place.treeId,
    organisation.id,
  )
  const items = await write(
    `with members as (select person_id, row_number() over () as n from membership where group_id = $2),
     chosen as (select id, row_number() over () as n from checklist_item where checklist_id = $1)
     update checklist_item set person_id = members.person_id from chosen join members using (n)
     where checklist_item.id = chosen.id returning checklist_item.id::text`,
    checklistId,
    groupId,
  )
  await write(
    `insert into checklist_comment (checklist_id, item_id, person_id, comment, activity_id)
     select $1, $2, m.person_id, 'Report', 1 from membership m where m.group_id = $3`,
    checklistId,
    items.rows[0]?.id,
    groupId,
  )
  const at = { organisation, portfolio, groupId, treeId: place.treeId }
  const logId = await writeQuestions(database, at, rows)
  await writeLayers(database, at)
  const overview = await writeOverviewRows(database, at, rows)
  await write('update organisation set copilot = true where id = $1', organisation.id)
  const { data: viewer } = await client.graphql('{ viewer { id } }')
  const personId = (viewer?.viewer as { id: string } | undefined)?.id
  await writeJobs(database, at, { personId, rows })
  await writeDirectories(database, at, rows)
  await writeRemoved(database, place, rows, personId)
  const webhookId = await writeAutomations(database, at, rows, personId)
  await writeCheckpoints(database, at, rows)
  const versioned = await write(
    `insert into document_version
       (id, document_id, number, size, sha256, created_by, withdrawn_at, withdrawn_by)
     select gen_random_uuid(), document_id, number + n, size, sha256, person_id, now(), person_id
     from document_version, (select person_id, row_number() over () as n from membership where group_id = $2) members
     where document_id = (select id from document where tree_id = $1 and not is_folder order by id limit 1)
     returning document_id::text`,
    place.treeId,
    groupId,
  )
  await write(
    `insert into document_favourite (organisation_id, person_id, tree_id, document_id)
     select $3, $2, tree_id, id from document where tree_id = $1 and parent_id is not null`,
    place.treeId,
    personId,
    organisation.id,
  )
  await client.graphql(
    'mutation($treeId: ID!) { setTreeNumbering(treeId: $treeId, numbering: EACH_READER) { id } }',
    { treeId: place.treeId },
  )
  const noted = await write(
    `with made as (
       insert into document_note (organisation_id, id, document_id, author_id, text)
       select $3, gen_random_uuid(), file.id, m.person_id, 'Report'
       from membership m, (select id from document where tree_id = $1 and not is_folder order by id limit 1) file
       where m.group_id = $2 returning id, document_id),
     given as (insert into document_note_group (organisation_id, note_id, group_id) select $3, id, $2 from made)
     select document_id::text from made limit 1`,
    place.treeId,
    groupId,
    organisation.id,
  )
  const marked = await write(
    `insert into page_mark (code, opening_id, organisation_id, tree_id, document_id, version_id, person_id, first_at,
       address, company_name, groups, recorded_path, version)
     select lpad($2, 12, '0'), gen_random_uuid(), organisation_id, tree_id, id, current_version_id, $3, now(),
       '203.0.113.7', 'Report', '{}', 'Report.pdf', 1
     from document where tree_id = $1 and not is_folder order by id limit 1 returning code`,
    place.treeId,
    String(rows),
    personId,
  )
  await write(
    `insert into page_reading (opening_id, page, organisation_id, tree_id, document_id, version_id, person_id, ms, last_at)
     select gen_random_uuid(), 1, $2, d.tree_id, d.id, d.current_version_id, m.person_id, 1000, now()
     from membership m, (select * from document where tree_id = $1 and not is_folder order by id limit 1) d
     where m.group_id = $3`,
    place.treeId,
    organisation.id,
    groupId,
  )
  await write(
    `insert into page_alert (id, organisation_id, tree_id, person_id, day, at, pages)
     select gen_random_uuid(), $2, $1, person_id, current_date, now(), 3000 from membership
     where group_id = $3 and person_id <> $4`,
    place.treeId,
    organisation.id,
    groupId,
    personId,
  )
  const redacted = await write(
    `with file as (select * from document where tree_id = $1 and not is_folder order by id limit 1),
     versions as (
       insert into document_version (id, document_id, organisation_id, number, size, sha256, created_by, withdrawn_at, withdrawn_by)
       select gen_random_uuid(), file.id, $2, 1000 + row_number() over (), 1, sha256('1'), m.person_id, now(), m.person_id
       from file, membership m where m.group_id = $3 and m.person_id <> $4
       returning id, document_id, created_by)
     insert into redaction (id, organisation_id, tree_id, document_id, version_id, state, marks, mark_count, changed_by,
       applied_by)
     select gen_random_uuid(), $2, $1, document_id, id, 'DRAFT',
       jsonb_build_array(jsonb_build_object('id', gen_random_uuid(), 'page', 1, 'boxes', '[]'::jsonb, 'kind', 'AREA',
         'words', null, 'reason', 'Price', 'personId', created_by, 'createdAt', now())), 1, created_by, created_by
     from versions returning document_id`,
    place.treeId,
    organisation.id,
    groupId,
    personId,
  )
  const searched = await write(
    `with search as (
       insert into redaction_search (id, organisation_id, tree_id, person_id, document_ids, words, patterns, reason, state,
         file_count)
       select gen_random_uuid(), $2, $1, $3, array[$1::uuid], '{Report}', '{}', 'Price', 'DONE', 1 returning id),
     drafts as (
       insert into redaction (id, organisation_id, tree_id, document_id, version_id, state, marks, mark_count, changed_by)
       select gen_random_uuid(), $2, $1, id, current_version_id, 'DRAFT', '[]', 0, $3
       from document where tree_id = $1 and current_version_id is not null returning id, document_id)
     insert into redaction_search_file (search_id, position, organisation_id, document_id, redaction_id, mark_count, problem)
     select search.id, row_number() over (), $2, drafts.document_id, drafts.id, 1, 'It has no words.'
     from search, drafts returning search_id as id`,
    place.treeId,
    organisation.id,
    personId,
  )
  return {
    client,
    fieldVariables: {
      'Query.redactionSearch': { id: searched.rows[0]?.id },
      'Query.documentReading': { documentId: noted.rows[0]?.document_id },
      'Query.markTrace': { code: marked.rows[0]?.code },
      'Query.redactions': { documentId: redacted.rows[0]?.document_id },
      'Query.documentNotes': { documentId: noted.rows[0]?.document_id },
      'Query.documentVersions': { documentId: versioned.rows[0]?.document_id },
      // Folders of another name were deleted.
      'Query.recycleBin': { search: null },
      'Query.contentSearch': { text: 'Report' },
      'Query.organisationSearch': { text: 'Report' },
      // Of everybody's uses.
      'Query.treeDocumentAnalytics': { userId: null },
      // Of the names of other fields this one's is a record.
      'Query.questionPage': { search: null },
    },
    variables: {
      userId: personId,
      treeId: place.treeId,
      documentId: null,
      documentIds: folders.map(({ id }) => id),
      destinationParentId: folders[0]?.id,
      sourceDocumentIds: folders.slice(1).map(({ id }) => id),
      search: 'report',
      orgSlug: place.organisation.slug,
      slug: place.portfolio.slug,
      id: place.portfolio.id,
      portfolioId: place.portfolio.id,
      projectId,
      checklistId,
      itemId: items.rows[0]?.id,
      webhookId,
      logId,
      ...overview,
      subjectId: place.portfolio.id,
      subjectType: 'PORTFOLIO',
      filter: 'ALL',
      limit: rows,
      offset: 0,
    },
  }
}
