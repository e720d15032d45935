import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { badInput } from '../../access/errors.ts'
import { requireNoHold } from '../../access/legalHold.ts'
import type { Tx } from '../../platform/database/database.ts'
import { recordBy } from '../activity/index.ts'
import { NO_ORGANISATION } from './sources.ts'
import { REMOVE_CONTENT } from './verify/verifying.ts'

/**
 * Removes what an activity says besides who did what kind of thing and when, where the law asks for it: its hash stays in
 * the record, with the reason, and an entry of the record says so (CHAIN-06).
 * @returns the id of the removal
 * @throws BAD_USER_INPUT at `activity` for one that is not in the record, or whose content was removed already; CONFLICT
 * while its room is under a legal hold (STAGE-12)
 */
export async function removeContent(
  tx: Tx,
  actor: Actor,
  { activityId, reason }: { activityId: number; reason: string },
): Promise<string> {
  const { rows } = await sql<{ organisation: string; position: number; hash: Buffer }>`
    select organisation_id as organisation, position, hash from record_leaf
    where source = 'activity' and row_id = ${String(activityId)}`.execute(tx)
  const [leaf] = rows
  if (!leaf) {
    const sentence = 'There is no activity of this number in the record. Please check the number.'
    throw badInput(sentence, { activity: sentence })
  }
  for (const portfolioId of await roomsOf(tx, activityId)) await requireNoHold(tx, portfolioId)
  const { rows: added } = await sql<{ id: string }>`
    insert into record_removal (organisation_id, position, reason)
    values (${leaf.organisation}, ${leaf.position}, ${reason}) on conflict do nothing returning id`.execute(
    tx,
  )
  const [removal] = added
  if (!removal) {
    const sentence = 'The content of this activity was removed before.'
    throw badInput(sentence, { activity: sentence })
  }
  await sql`select set_config('helioroom.removing', 'on', true)`.execute(tx)
  await sql`
    update activity set detail = null, recorded_path = null, recorded_ids = null, session_id = null
    where id = ${activityId}`.execute(tx)
  await sql`select set_config('helioroom.removing', '', true)`.execute(tx)
  await recordBy(tx, actor, [
    {
      kind: REMOVE_CONTENT,
      ...(leaf.organisation === NO_ORGANISATION ? {} : { organisationId: leaf.organisation }),
      detail: { hash: leaf.hash.toString('hex'), reason },
    },
  ])
  return removal.id
}

/** The deal rooms that an activity is about: of a project all that it is in. */
async function roomsOf(tx: Tx, activityId: number): Promise<string[]> {
  const { rows } = await sql<{ portfolioId: string }>`
    with told as (select tree_id, subject_kind as kind, subject_id as id, detail from activity where id = ${activityId})
    select distinct portfolio_id as "portfolioId" from (
      select tree.portfolio_id from told join document_tree tree on tree.id = told.tree_id
      union all select id from told where kind = 'portfolio'
      union all select (detail ->> 'portfolioId')::uuid from told where kind = 'session_view'
      union all select list.portfolio_id from told join checklist list on list.id = told.id where kind = 'checklist'
      union all select log.portfolio_id from told join question_log log on log.id = told.id where kind = 'question_log'
      union all select log.portfolio_id from told join question on question.id = told.id
        join question_log log on log.id = question.log_id where kind = 'question'
      union all select among.portfolio_id from told join portfolio_project among on among.project_id = told.id
        where kind = 'project') as room
    where portfolio_id is not null`.execute(tx)
  return rows.map(({ portfolioId }) => portfolioId)
}

/** Versions go with their organisation: their hashes stand for them. */
export async function removePurged(tx: Tx, versionIds: readonly string[]): Promise<void> {
  await sql`
    insert into record_removal (organisation_id, position, reason)
    select organisation_id, position, 'The organisation was removed.' from record_leaf
    where source = 'version' and row_id = any(${versionIds}::text[])
    on conflict do nothing`.execute(tx)
}
