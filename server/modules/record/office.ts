import { sql } from 'kysely'
import { normaliseEmail } from '../../../shared/accountRules.ts'
import { badInput, conflict } from '../../access/errors.ts'
import {
  type AdminResource,
  numberIn,
  ORGANISATION_FIELD,
  optionsOf,
  requiredIn,
  tableResource,
} from '../../admin/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Signer } from '../../platform/signing.ts'
import { RECORD_LOCK } from './append/appending.ts'
import { renewKey } from './checkpoints/keys.ts'
import { removeContent } from './removing.ts'
import { NO_ORGANISATION } from './sources.ts'
import { askForCheck } from './verify/checking.ts'

const STATES = {
  WAITING: 'Waiting',
  RUNNING: 'Being verified',
  INTACT: 'Intact',
  TAMPERED: 'Not intact',
  FAILED: 'Could not be verified',
}

const RECORDS = sql`(
  select whole.id, whole.name, newest.position + 1 as entries, signed.at as signed_at,
    record_check.state, record_check.asked_at, record_check.ended_at, record_check.leaves, record_check.findings
  from (select id, name from organisation where deleted_at is null
    union all select ${NO_ORGANISATION}::uuid, 'Of no organisation') as whole
  left join lateral (select position from record_leaf where organisation_id = whole.id
    order by position desc limit 1) as newest on true
  left join lateral (select at from record_checkpoint where organisation_id = whole.id
    order by id desc limit 1) as signed on true
  left join record_check on record_check.organisation_id = whole.id)`

/** The record of each organisation, with its newest verification (CHAIN-04). */
const records = (): AdminResource => ({
  ...tableResource({
    name: 'record',
    path: 'system/record',
    section: 'System',
    one: 'record',
    many: 'Records',
    about:
      'Every activity and every version of a document is an entry of its organisation’s record, which shows whether anything was changed, removed or added afterwards.',
    source: RECORDS,
    names: 'name',
    searched: ['name'],
    sort: 'name',
    fields: [
      { name: 'name', label: 'Organisation', type: 'TEXT', readOnly: true, listed: true, sortable: true },
      { name: 'entries', label: 'Entries', type: 'NUMBER', readOnly: true, listed: true },
      { name: 'signedAt', label: 'Newest checkpoint', type: 'MOMENT', readOnly: true, listed: true },
      {
        name: 'state',
        label: 'Verification',
        type: 'CHOICE',
        options: optionsOf(STATES),
        readOnly: true,
        listed: true,
        filter: true,
      },
      { name: 'endedAt', label: 'Verified', type: 'MOMENT', readOnly: true, listed: true },
      { name: 'leaves', label: 'Entries verified', type: 'NUMBER', readOnly: true },
      { name: 'findings', label: 'What was found', type: 'LONG_TEXT', readOnly: true },
    ],
  }),
  actions: [
    {
      name: 'verify',
      label: 'Verify',
      question:
        'The record is made again from all entries and compared with every checkpoint. For millions of entries that takes minutes.',
      done: 'The record is being verified. Reload this page to see the result.',
      fits: ({ entries, state }) => entries !== null && state !== 'WAITING' && state !== 'RUNNING',
      run: (tx, _actor, id) => askForCheck(tx, id),
    },
  ],
})

/** The keys that sign checkpoints, or did (CHAIN-02). */
const keys = (signer: Signer): AdminResource => ({
  ...tableResource({
    name: 'recordkey',
    path: 'system/recordkey',
    section: 'System',
    one: 'key of the record',
    many: 'Keys of the record',
    about: 'What former keys signed stays valid: their public halves are listed with their times.',
    source: sql`(select id::uuid as id, id as name, encode(public_key, 'base64') as public_key, created_at, retired_at
      from record_key)`,
    names: 'name',
    searched: ['name'],
    sort: '-createdAt',
    fields: [
      { name: 'name', label: 'Key', type: 'TEXT', readOnly: true, listed: true },
      {
        name: 'publicKey',
        label: 'Public key (Ed25519, base64)',
        type: 'TEXT',
        readOnly: true,
        listed: true,
      },
      { name: 'createdAt', label: 'From', type: 'MOMENT', readOnly: true, listed: true, sortable: true },
      { name: 'retiredAt', label: 'Until', type: 'MOMENT', readOnly: true, listed: true },
    ],
  }),
  actions: [
    {
      name: 'renew',
      label: 'Renew',
      question: 'A new key signs from now on. This one’s public half stays, for what it signed.',
      done: 'A new key signs from now on',
      fits: ({ retiredAt }) => retiredAt === null,
      run: async (tx) => {
        await sql`select pg_advisory_xact_lock(${RECORD_LOCK})`.execute(tx)
        await renewKey(tx, signer)
      },
    },
  ],
})

const TAKEN = 'Checkpoints of this organisation are mailed to this address already.'

/** Where checkpoints are mailed to each day, such as the counsel of both sides (CHAIN-03). */
const recipients = (): AdminResource => ({
  ...tableResource({
    name: 'recordrecipient',
    path: 'system/recordrecipient',
    section: 'System',
    one: 'recipient of checkpoints',
    many: 'Recipients of checkpoints',
    about:
      'A signed checkpoint of the organisation’s record is mailed to them each day, so that nobody can change the record without their noticing.',
    table: 'record_recipient',
    names: 'email',
    searched: ['email'],
    sort: 'email',
    fields: [
      { name: 'email', label: 'Email', type: 'TEXT', required: true, listed: true, sortable: true, max: 254 },
      ORGANISATION_FIELD,
    ],
  }),
  create: async (tx, _actor, values) => {
    const email = normaliseEmail(requiredIn(values, 'email'))
    if (!/^[^@\s]+@[^@\s]+$/.test(email)) {
      const sentence = 'Please enter an email address.'
      throw badInput(sentence, { email: sentence })
    }
    const { rows } = await sql<{ id: string }>`
      insert into record_recipient (id, organisation_id, email)
      values (${newId()}, ${requiredIn(values, 'organisationId')}, ${email})
      on conflict do nothing returning id`.execute(tx)
    const [added] = rows
    if (!added) throw conflict(TAKEN, { email: TAKEN })
    return added.id
  },
  remove: async (tx, _actor, id) => {
    await tx.deleteFrom('record_recipient').where('id', '=', id).execute()
  },
})

/** Contents that the law wanted removed (CHAIN-06). */
const removals = (): AdminResource => ({
  ...tableResource({
    name: 'recordremoval',
    path: 'system/recordremoval',
    section: 'System',
    one: 'removed content',
    many: 'Removed contents',
    about:
      'Personal data that the law wants removed. Who did what kind of thing and when stays; the rest is replaced by its hash, so that the record can still be verified. That cannot be undone.',
    source: sql`(select removal.id, removal.reason, removal.at, leaf.row_id::bigint as activity,
      encode(leaf.hash, 'hex') as hash
      from record_removal removal join record_leaf leaf on leaf.organisation_id = removal.organisation_id
        and leaf.position = removal.position and leaf.source = 'activity')`,
    names: sql`'Activity ' || row.activity`,
    searched: ['reason'],
    sort: '-at',
    fields: [
      {
        name: 'activity',
        label: 'Number of the activity',
        type: 'NUMBER',
        required: true,
        listed: true,
        whole: true,
        least: 1,
        help: 'As at the end of the address of its page under “Activity”.',
      },
      { name: 'reason', label: 'Reason', type: 'LONG_TEXT', required: true, listed: true, max: 2000 },
      { name: 'at', label: 'When', type: 'MOMENT', readOnly: true, listed: true, sortable: true },
      { name: 'hash', label: 'Hash that stands for it', type: 'TEXT', readOnly: true },
    ],
  }),
  create: (tx, actor, values) =>
    removeContent(tx, actor, {
      activityId: numberIn(values, 'activity') ?? 0,
      reason: requiredIn(values, 'reason'),
    }),
})

export const recordKinds = (signer: Signer): AdminResource[] => [
  records(),
  keys(signer),
  recipients(),
  removals(),
]
