import { sql } from 'kysely'
import { type AdminResource, optionsOf, tableResource } from '../../admin/index.ts'
import { retryJob } from '../../platform/jobs/index.ts'
import { resendMail } from '../../platform/mail/index.ts'
import { resendText } from '../../platform/sms/outbox.ts'

/** What is not sent waits for a server, or is kept where there is none. */
const statesWith = (server: boolean) => ({
  WAITING: server ? 'Waiting to be sent' : 'Not sent',
  SENT: 'Sent',
  FAILED: 'Failed',
})

/** The outboxes, in which what no server takes is kept to be read (BO-34, NOTIF-23, SEC-25). */
const mails = (mailServer: boolean): AdminResource => ({
  ...tableResource({
    name: 'mail',
    path: 'messages/mail',
    section: 'Messages',
    one: 'e-mail',
    many: 'E-mails',
    about: 'Sent ones are kept for 30 days, others for 90. Without a mail server they are read here.',
    table: 'mail_outbox',
    names: 'subject',
    searched: ['recipient', 'subject'],
    sort: '-createdAt',
    columns: {
      state: sql`case when row.sent_at is not null then 'SENT' when row.failed_at is not null then 'FAILED' else 'WAITING' end`,
    },
    fields: [
      { name: 'subject', label: 'Subject', type: 'TEXT', readOnly: true, listed: true },
      { name: 'recipient', label: 'Recipient', type: 'TEXT', readOnly: true, listed: true },
      {
        name: 'state',
        label: 'State',
        type: 'CHOICE',
        options: optionsOf(statesWith(mailServer)),
        readOnly: true,
        listed: true,
        filter: true,
      },
      { name: 'createdAt', label: 'Written', type: 'MOMENT', readOnly: true, listed: true, sortable: true },
      { name: 'sentAt', label: 'Sent', type: 'MOMENT', readOnly: true },
      { name: 'failure', label: 'Why it failed', type: 'LONG_TEXT', readOnly: true },
      { name: 'bodyText', label: 'Text', type: 'LONG_TEXT', readOnly: true },
    ],
  }),
  actions: [
    {
      name: 'resend',
      label: 'Send again',
      question: 'The e-mail is given to the mail server once more.',
      done: 'The e-mail is on its way',
      fits: ({ state }) => state === 'FAILED',
      run: (tx, _actor, id) => resendMail(tx, id),
    },
  ],
})

const texts = (smsGateway: boolean): AdminResource => ({
  ...tableResource({
    name: 'sms',
    path: 'messages/sms',
    section: 'Messages',
    one: 'text message',
    many: 'Text messages',
    about: 'Sent ones are kept for 30 days, others for 90. Without SMS_URL they are read here.',
    table: 'sms_outbox',
    names: 'recipient',
    searched: ['recipient'],
    sort: '-createdAt',
    columns: {
      state: sql`case when row.sent_at is not null then 'SENT' when row.failed_at is not null then 'FAILED' else 'WAITING' end`,
    },
    fields: [
      { name: 'recipient', label: 'Recipient', type: 'TEXT', readOnly: true, listed: true },
      { name: 'body', label: 'Text', type: 'TEXT', readOnly: true, listed: true },
      {
        name: 'state',
        label: 'State',
        type: 'CHOICE',
        options: optionsOf(statesWith(smsGateway)),
        readOnly: true,
        listed: true,
        filter: true,
      },
      { name: 'createdAt', label: 'Written', type: 'MOMENT', readOnly: true, listed: true, sortable: true },
      { name: 'failure', label: 'Why it failed', type: 'LONG_TEXT', readOnly: true },
    ],
  }),
  actions: [
    {
      name: 'resend',
      label: 'Send again',
      question: 'The text message waits to be sent once more.',
      done: 'The text message waits to be sent',
      fits: ({ state }) => state === 'FAILED',
      run: (tx, _actor, id) => resendText(tx, id),
    },
  ],
})

/** The queue's rows, in its own schema. */
const QUEUE = sql`(
  select id, task_identifier, created_at, run_at, attempts, max_attempts, last_error, locked_at,
    case when locked_at is not null then 'RUNNING' when attempts >= max_attempts then 'FAILED'
      when attempts > 0 then 'RETRYING' else 'WAITING' end as state
  from graphile_worker.jobs)`

/** Background work that waits, runs or has failed, with the reason. */
const jobs = (): AdminResource => ({
  ...tableResource({
    name: 'job',
    path: 'system/job',
    section: 'System',
    one: 'job',
    many: 'Jobs',
    about: 'Background work that waits, runs or has failed. What is done leaves the list.',
    source: QUEUE,
    keyType: 'bigint',
    names: 'task_identifier',
    searched: ['task_identifier', 'last_error'],
    sort: '-createdAt',
    fields: [
      { name: 'taskIdentifier', label: 'Job', type: 'TEXT', readOnly: true, listed: true },
      {
        name: 'state',
        label: 'State',
        type: 'CHOICE',
        options: optionsOf({
          WAITING: 'Waiting',
          RUNNING: 'Running',
          RETRYING: 'To be tried again',
          FAILED: 'Failed',
        }),
        readOnly: true,
        listed: true,
        filter: true,
      },
      { name: 'attempts', label: 'Attempts', type: 'NUMBER', readOnly: true, listed: true },
      { name: 'createdAt', label: 'Queued', type: 'MOMENT', readOnly: true, listed: true, sortable: true },
      { name: 'runAt', label: 'Runs at', type: 'MOMENT', readOnly: true, listed: true },
      { name: 'maxAttempts', label: 'Attempts at most', type: 'NUMBER', readOnly: true },
      { name: 'lastError', label: 'Why it failed', type: 'LONG_TEXT', readOnly: true },
    ],
  }),
  actions: [
    {
      name: 'retry',
      label: 'Run again',
      question: 'The job runs again as soon as a worker is free, with all of its attempts.',
      done: 'The job is queued again',
      fits: ({ state }) => state === 'FAILED' || state === 'RETRYING',
      run: (tx, _actor, id) => retryJob(tx, id),
    },
  ],
})

/** Mails and text messages are said to wait where something sends them. */
export const systemKinds = (sends: { mails: boolean; texts: boolean }): AdminResource[] => [
  mails(sends.mails),
  texts(sends.texts),
  jobs(),
]
