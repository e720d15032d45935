import { expect, test } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { sentDuring } from '../../../testing/statements.ts'
import { openOffice } from './backoffice.fixture.ts'
import { systemKinds } from './system.ts'

const database = testDatabase()
const { ann, change, create, list, make, office, remove, services, staff } = openOffice(database)

test('BO-06 the audit log is filtered by user, record and time, and nothing in it can be changed', async () => {
  const second = await make.actor(await make.person({ isSuperUser: true }))
  await create('company', { name: 'Audited Advisers' }, second)
  const found = async (...filters: { field: string; value: string }[]) =>
    (await list('activity', { filters, search: 'audited adv' })).rows.map(({ values }) => values)
  const [entry, ...others] = await found({ field: 'personId', value: second.personId })
  expect(others).toEqual([])
  expect(entry).toMatchObject({ kind: 'Create', of: 'company', record: 'Audited Advisers' })
  const of = office()
    .kind(staff(), 'activity')
    .fields.find(({ name }) => name === 'of')
  expect(of?.options).toContainEqual({ value: 'panelmodel', label: 'panel model' })
  expect(await found({ field: 'personId', value: staff().personId })).toEqual([])
  expect(await found({ field: 'within', value: '1 day' }, { field: 'isOffice', value: 'true' })).toHaveLength(
    1,
  )
  expect(await found({ field: 'isOffice', value: 'false' })).toEqual([])
  await expect(found({ field: 'within', value: 'always' })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' })
  const id = (await list('activity', { limit: 1 })).rows[0]?.id ?? ''
  await expect(remove('activity', id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(change('activity', id, {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('BO-06 the audit log is in the order of when things were done, of all people and of one', async () => {
  const personId = await make.person()
  const records = ['a year ago', 'just now', 'a day ago']
  await database.pool.query(
    `insert into activity (kind, person_id, at, detail)
     select 'OFFICE_CHANGE', $1, now() - age, jsonb_build_object('record', record)
     from unnest($2::text[], array['1 year', '0', '1 day']::interval[]) as done (record, age)`,
    [personId, records],
  )
  const listed = async (ordering: string | null) =>
    (await list('activity', { filters: [{ field: 'personId', value: personId }], ordering })).rows.map(
      ({ values }) => values.record,
    )
  expect(await listed(null)).toEqual(['just now', 'a day ago', 'a year ago'])
  expect(await listed('at')).toEqual(['a year ago', 'a day ago', 'just now'])
})

test('a search of the audit log looks at the last 30 days by the index of time, unless it says when', async () => {
  const personId = await make.person()
  await database.pool.query(
    `insert into activity (kind, person_id, at, detail)
     select 'OFFICE_CHANGE', $1, now() - age, '{"record": "Searched Site"}'
     from unnest(array['3 years', '40 days', '1 day']::interval[]) as done (age)`,
    [personId],
  )
  const found = async (...filters: { field: string; value: string }[]) =>
    (await list('activity', { filters, search: 'searched si' })).rows.length
  expect(await found()).toBe(1)
  expect(await found({ field: 'within', value: '1 year' })).toBe(2)
  expect(await found({ field: 'within', value: '1000 years' })).toBe(3)
  expect((await list('activity', { filters: [{ field: 'personId', value: personId }] })).rows).toHaveLength(3)
})

test('BO-36 CRM-07 CRM-08 staff see all imports and reports for the CRM, but of organisations that are deleted', async () => {
  const [ours, deleted] = [await make.organisation(), await make.organisation()]
  await database.pool.query(
    'update organisation set deleted_at = now(), purge_after = now(), deleted_by = $2 where id = $1',
    [deleted, staff().personId],
  )
  const add = (file: string, organisationIds: string[]) =>
    database.pool.query(
      `with made as (insert into data_import (id, person_id, organisation_ids, file_name, crm_host)
         values (gen_random_uuid(), $1, $2, $3, 'fund.my.salesforce.com'))
       insert into duplicate_report (id, person_id, organisation_ids, state, failure)
         values (gen_random_uuid(), $1, $2, 'FAILED', $3)`,
      [ann().personId, organisationIds, file],
    )
  await add('both.xlsx', [deleted, ours])
  await add('deleted.xlsx', [deleted])
  await add('of-staff.xlsx', [])
  const imports = await list('dataimport', { search: '.xlsx', ordering: 'createdAt' })
  expect(imports.rows.map(({ label }) => label).sort()).toEqual(['both.xlsx', 'of-staff.xlsx'])
  expect(imports.rows[0]?.values).toMatchObject({
    personId: ann().personId,
    crmHost: 'fund.my.salesforce.com',
  })
  const reports = await list('duplicatereport', { filters: [{ field: 'state', value: 'FAILED' }] })
  expect(reports.rows.map(({ values }) => values.failure).sort()).toEqual(['both.xlsx', 'of-staff.xlsx'])
  expect(reports.rows[0]?.label).toBe('Duplicate report')
})

test('BO-33 BO-34 NOTIF-23 SEC-25 outboxes and tickets are read, a refused mail is sent again, a ticket handled', async () => {
  await services().support.send(ann(), { issue: 'Help me', description: 'Please' })
  const [ticket] = (await list('ticket')).rows
  const handled = await office().act(staff(), 'ticket', ticket?.id ?? '', 'close')
  expect([ticket?.label, ticket?.values.personId, handled.values.state]).toEqual([
    'Help me',
    ann().personId,
    'CLOSED',
  ])
  const [mail] = (
    await database.pool.query(`
      insert into mail_outbox (id, recipient, subject, body_text, failed_at, failure)
      values (gen_random_uuid(), 'ann@fund.example', 'Refused', 'The text', now(), '550 no such user') returning id`)
  ).rows
  const [row] = (await list('mail', { filters: [{ field: 'state', value: 'FAILED' }] })).rows
  expect(row?.values).toMatchObject({
    subject: 'Refused',
    recipient: 'ann@fund.example',
    bodyText: 'The text',
    failure: '550 no such user',
  })
  const sent = await office().act(staff(), 'mail', mail.id, 'resend')
  expect(sent.values).toMatchObject({ state: 'WAITING', failure: null })
  expect((await list('job', { search: 'deliver_mail' })).count).toBeGreaterThan(0)
  await database.pool.query(
    `insert into sms_outbox (id, recipient, body) values (gen_random_uuid(), '+15005550006', 'Code 123456')`,
  )
  expect((await list('sms')).rows[0]?.values).toMatchObject({ body: 'Code 123456', state: 'WAITING' })
})

test('what no server takes is said to be not sent, and what one will take to wait', () => {
  const waiting = (mails: boolean, texts: boolean) =>
    systemKinds({ mails, texts })
      .filter(({ section }) => section === 'Messages')
      .map(
        ({ fields }) =>
          fields.find(({ name }) => name === 'state')?.options?.find(({ value }) => value === 'WAITING')
            ?.label,
      )
  expect(waiting(true, false)).toEqual(['Waiting to be sent', 'Not sent'])
  expect(waiting(false, true)).toEqual(['Not sent', 'Waiting to be sent'])
})

test('failed jobs are listed with their reason and run again; the status counts them', async () => {
  await database.pool.query(`
    select graphile_worker.add_job('broken_work', max_attempts => 1)`)
  await database.pool.query(`
    update graphile_worker._private_jobs set attempts = 1, last_error = 'The disk is full'
    where id = (select id from graphile_worker.jobs where task_identifier = 'broken_work')`)
  expect((await office().status(staff())).jobsFailed).toBe(1)
  const failed = { filters: [{ field: 'state', value: 'FAILED' }] }
  const [job] = (await list('job', failed)).rows
  expect(job?.values).toMatchObject({ taskIdentifier: 'broken_work', lastError: 'The disk is full' })
  await office().act(staff(), 'job', job?.id ?? '', 'retry')
  expect((await list('job', failed)).rows).toEqual([])
  const status = await office().status(staff())
  expect(status).toMatchObject({ jobsFailed: 0, storageWritable: true, mailServer: false, smsGateway: false })
  expect(status.databaseBytes).toBeGreaterThan(0)
  await expect(office().status(ann())).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test.each([
  ['user', ['person_search']],
  ['portfolio', ['portfolio_search']],
  ['holdingcompany', ['holding_company_search']],
  ['documenttree', ['portfolio_search', 'holding_company_search', 'document_tree_portfolio']],
])('a search of the %s list can go by an index, however many rows there are', async (kind, indexes) => {
  const sent = await sentDuring(() => list(kind, { search: 'northwind' }))
  const searches = sent.filter(({ text }) => /ilike/.test(text))
  expect(searches.length).toBeGreaterThan(0)
  const client = await database.pool.connect()
  try {
    // Tables of a few rows are read whole, or in their order, unless that is forbidden.
    await client.query('begin')
    await client.query('set local enable_seqscan = off')
    await client.query('set local enable_indexscan = off')
    for (const { text, values } of searches) {
      const { rows } = await client.query(`explain (format json) ${text}`, [...values])
      const plan = JSON.stringify(rows)
      expect([kind, indexes.filter((index) => !plan.includes(index))]).toEqual([kind, []])
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
})
