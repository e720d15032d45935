import { addCategories, createChecklist } from '../../server/modules/checklists/index.ts'
import { richTextOf } from '../../shared/richText.ts'
import type { Client } from '../client.ts'
import type { TestDatabase } from '../database/index.ts'
import { widePng } from '../hostileFiles.ts'

/** What lies in the fund of the matrix besides its documents. */

/** Two pages of an overview, one of them restricted to a group and the other with an image, and a timeline. */
export async function writeOverview(admin: Client, id: string, group: string) {
  const { data, errors } = await admin.graphql(
    `mutation($id: ID!) {
      open: createSubpage(subjectId: $id, subjectType: PORTFOLIO, title: "Matrix open") { subpage { id } }
      closed: createSubpage(subjectId: $id, subjectType: PORTFOLIO, title: "Matrix closed") { subpage { id } }
      timeline: createTimeline(subjectType: PORTFOLIO, subjectId: $id) { id }
    }`,
    { id },
  )
  if (!data) throw new Error(`The overview was not written: ${JSON.stringify(errors)}`)
  const made = data as Record<'open' | 'closed', { subpage: { id: string } }> & { timeline: { id: string } }
  const closedPage = made.closed.subpage.id
  await admin.graphql(
    `mutation($id: ID!, $groups: [ID!]) {
      updateSubpage(id: $id, subjectType: PORTFOLIO, restricted: true, groups: $groups) { subpage { id } }
    }`,
    { id: closedPage, groups: [group] },
  )
  const uploaded = await admin.graphql(
    `mutation($page: ID!, $id: ID!, $file: Upload!) {
      createSubpageMedia(subpageId: $page, subjectId: $id, subjectType: PORTFOLIO, file: $file) { subpageMedia { id } }
    }`,
    { page: made.open.subpage.id, id, file: new File([new Uint8Array(widePng(9, 9))], 'plan.png') },
  )
  const image = uploaded.data?.createSubpageMedia as { subpageMedia: { id: string } } | undefined
  const answer = await admin.graphql('query($id: ID!) { timeline(timelineId: $id) { milestones { id } } }', {
    id: made.timeline.id,
  })
  const timeline = answer.data?.timeline as { milestones: { id: string }[] } | undefined
  return {
    openPage: made.open.subpage.id,
    closedPage,
    image: image?.subpageMedia.id ?? '',
    timeline: made.timeline.id,
    milestone: timeline?.milestones[0]?.id ?? '',
  }
}

/** A checklist of one category with one row. @returns its id, and those of the two items of the portfolio's project */
export async function checklistOf(
  { db, pool }: TestDatabase,
  portfolioId: string,
  isActive: boolean,
): Promise<[checklist: string, parentItem: string, item: string]> {
  const id = await db.transaction().execute(async (tx) => {
    await tx.updateTable('portfolio').set({ has_checklist: true }).where('id', '=', portfolioId).execute()
    const made = await createChecklist(tx, { portfolioId, name: 'Matrix checklist', isActive })
    await addCategories(tx, made, [{ name: 'Site control', children: [{ name: 'Lease' }] }])
    return made
  })
  const { rows } = await pool.query<{ id: string }>(
    'select id::text from checklist_item where checklist_id = $1 order by category_id',
    [id],
  )
  return [id, rows[0]?.id ?? '', rows[1]?.id ?? '']
}

/** So many comments of somebody for their party and the deal team. @returns their ids */
export async function commentsOf(
  { pool }: TestDatabase,
  { item, personId, groupId, count }: { item: string; personId: string; groupId: string; count: number },
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `with counted as (update checklist_item set comment_count = $4 where id = $1 returning id, checklist_id)
     insert into checklist_comment (checklist_id, item_id, person_id, comment, activity_id, addressees)
     select checklist_id, id, $2, 'We would pay 41', 0, array[$3::uuid] from counted, generate_series(1, $4::int)
     returning id::text`,
    [item, personId, groupId, count],
  )
  return rows.map(({ id }) => id)
}

/** Asks for a certificate of a room. */
export async function proofOf(client: Client, portfolioId: string): Promise<string> {
  const { data } = await client.graphql(
    `mutation($id: ID!, $from: DateTime!, $to: DateTime!) {
      makeCertificate(portfolioId: $id, from: $from, to: $to) { id }
    }`,
    { id: portfolioId, ...lastSecond() },
  )
  return (data?.makeCertificate as { id: string } | undefined)?.id ?? ''
}

/** An archive of everything in a room, without parts, and links of it for these people. */
export async function archiveOf(
  { pool }: TestDatabase,
  { id, by }: { id: string; by: string },
  people: readonly string[],
): Promise<{ archive: string; links: string[] }> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into room_proof (id, organisation_id, portfolio_id, kind, state, from_at, to_at, covers, person_id, size, sha256,
       expires_at)
     select gen_random_uuid(), organisation_id, id, 'ARCHIVE', 'READY', now() - interval '1 day', now(), '{}', $2, 1,
       sha256('archive'), now() + interval '30 days'
     from portfolio where id = $1 returning id`,
    [id, by],
  )
  const archive = rows[0]?.id ?? ''
  const links = await pool.query<{ id: string }>(
    `insert into room_archive_link (id, proof_id, organisation_id, person_id, created_by, expires_at)
     select gen_random_uuid(), p.id, p.organisation_id, person, p.person_id, p.expires_at
     from room_proof p, unnest($2::uuid[]) as person where p.id = $1 returning id`,
    [archive, people],
  )
  return { archive, links: links.rows.map((row) => row.id) }
}

/** A second that has just passed. */
export const lastSecond = () => ({
  from: new Date(Date.now() - 1000).toISOString(),
  to: new Date().toISOString(),
})

/** Asks for a zip of a folder. */
export async function zipOf(client: Client, treeId: string, folder: string): Promise<string> {
  const { data } = await client.graphql(
    `mutation($treeId: ID!, $ids: [ID!]!) {
      submitZipDownload(treeId: $treeId, documentIds: $ids) { zipExport { id } }
    }`,
    { treeId, ids: [folder] },
  )
  return (data?.submitZipDownload as { zipExport: { id: string } } | undefined)?.zipExport.id ?? ''
}

/** Two logs of the portfolio with an answered question each. */
export async function askQuestions(admin: Client, subjectId: string, bidderGroup: string) {
  const call = async <T>(text: string, variables: Record<string, unknown>): Promise<T> => {
    const { data, errors } = await admin.graphql(text, variables)
    const [answer] = Object.values(data ?? {})
    if (!answer) throw new Error(`The questions were not asked: ${JSON.stringify(errors)}`)
    return answer as T
  }
  const ask = async (name: string, groupIds: string[]) => {
    const { questionLog } = await call<{ questionLog: { id: string } }>(
      `mutation($subjectId: ID!, $name: String!, $restricted: Boolean!, $groupIds: [ID!]!) {
        createQuestionLog(subjectType: PORTFOLIO, subjectId: $subjectId, name: $name, restricted: $restricted,
          groupIds: $groupIds) { questionLog { id } }
      }`,
      { subjectId, name, restricted: groupIds.length > 0, groupIds },
    )
    const { question } = await call<{ question: { id: string } }>(
      'mutation($id: ID!) { createQuestion(logId: $id) { question { id } } }',
      { id: questionLog.id },
    )
    for (const [field, body] of [
      ['updateQuestion', richTextOf(`${name} question`)],
      ['updateQuestionAnswer', richTextOf(`${name} answer`)],
    ] as const) {
      await call(
        `mutation($id: ID!, $body: JSON) { ${field}(questionId: $id, body: $body) { question { id } } }`,
        {
          id: question.id,
          body,
        },
      )
    }
    const choice = async (field: string) =>
      (
        await call<{ id: string }[]>(`query($id: ID!) { ${field}(logId: $id) { id } }`, {
          id: questionLog.id,
        })
      )[0]?.id ?? ''
    return {
      log: questionLog.id,
      question: question.id,
      category: await choice('questionCategories'),
      topic: await choice('questionTopics'),
    }
  }
  const open = await ask('Matrix log', [])
  const closed = await ask('Bidder log', [bidderGroup])
  return { ...open, closedLog: closed.log, closedQuestion: closed.question }
}

/** Of documents, in the organisation. @returns its id */
export async function createLabel(client: Client): Promise<string> {
  const { data } = await client.graphql(
    'mutation { createDocumentLabel(orgSlug: "matrix-fund", label: "Executed", colour: "#1f8a4c") { documentLabel { id } } }',
  )
  const { documentLabel } = (data?.createDocumentLabel ?? {}) as { documentLabel: { id: string } }
  return documentLabel.id
}

/** @returns the id of an import whose file the client has uploaded */
export async function uploadContacts(client: Client): Promise<string> {
  const { data } = await client.graphql(
    'mutation($file: Upload!) { uploadDataImport(file: $file) { dataImport { id } } }',
    { file: new File(['PK\u0003\u0004'], 'orgAdmin.xlsx') },
  )
  const payload = data?.uploadDataImport as { dataImport: { id: string } } | null | undefined
  if (!payload) throw new Error('The file was refused.')
  return payload.dataImport.id
}

/** @returns the id of a ticket that the client has sent */
export async function sendTicket(client: Client): Promise<string> {
  const { data } = await client.graphql(
    'mutation { createSupportTicket(issue: "Matrix ticket", description: "Text") { supportTicket { id } } }',
  )
  const payload = data?.createSupportTicket as { supportTicket: { id: string } } | undefined
  if (!payload) throw new Error('The ticket was refused.')
  return payload.supportTicket.id
}
