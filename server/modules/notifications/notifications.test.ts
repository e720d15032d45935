import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testDatabase } from '../../../testing/database/index.ts'
import { factories } from '../../../testing/factories.ts'
import { createEvents } from '../../platform/events/index.ts'
import {
  createSender,
  defineNotification,
  handlesNotification,
  type NotificationHandler,
  notify,
} from './index.ts'

const database = testDatabase()
const make = factories(database)
let people = 0
/** Somebody, with the address. */
async function person(): Promise<{ id: string; email: string }> {
  people += 1
  const email = `person${people}@fund.example`
  return { id: await make.person({ email }), email }
}
/** Of the tests' kinds; those of a place are in settings.test.ts and with the documents. */
const answered = defineNotification<{ text: string }>('ANSWERED', { always: true })
const uploaded = defineNotification<{ text: string }>('UPLOADED', {
  quietMs: 600_000,
  maxDelayMs: 3_600_000,
  always: true,
})
const toAddress = defineNotification<{ text: string }>('WRITTEN_TO_US', { always: true })
const asked = defineNotification<{ text: string }>('ASKED')

/** Subjects that nobody may see. */
const hidden = new Set<string>()
/** Those whom a question is for. */
let audience: string[] = []
const errors: string[] = []
const log = { error: (_about: object, message: string) => void errors.push(message) }
const foot = { why: 'You wanted it.' }

const handler = (kind: typeof answered): NotificationHandler =>
  handlesNotification({
    kind,
    audience: async (_db, _items, { after = '', limit }) =>
      audience.filter((id) => id > after).slice(0, limit),
    write: async (_db, items, readers) => {
      const seen = items.filter(({ subject }) => !hidden.has(subject.id))
      if (seen.length === 0) return new Map()
      return new Map(
        readers.map(({ person }) => [
          person.id,
          {
            subject: `${seen.length} for ${person.email}`,
            title: 'News',
            quote: seen.map(({ data }) => data.text).join('\n'),
            foot,
          },
        ]),
      )
    },
  })
const addresses = {
  origin: () => 'https://rooms.fund.example',
  unsubscribeUrl: (personId: string) => `https://rooms.fund.example/unsubscribe/${personId}`,
}
const sender = () =>
  createSender({
    db: database.db,
    log,
    addresses,
    handlers: [
      handler(answered),
      handler(uploaded),
      handler(asked),
      handlesNotification({
        kind: toAddress,
        writeToAddress: async (_db, [item]) => ({
          subject: 'Ticket',
          title: 'Ticket',
          quote: item?.data.text ?? '',
          foot,
          replyTo: 'ann@fund.example',
        }),
      }),
    ],
  })

beforeEach(() => {
  hidden.clear()
  errors.length = 0
})
afterEach(async () => {
  await database.pool.query('truncate notification, mail_outbox')
})

const subject = (id: string = randomUUID()) => ({ kind: 'question', id })
const send = (
  kind: typeof answered,
  notice: Omit<Parameters<typeof notify<{ text: string }>>[2], 'subject'> & { id?: string },
) => database.db.transaction().execute((tx) => notify(tx, kind, { ...notice, subject: subject(notice.id) }))
/** The mails in the outbox, with what of their texts was quoted. */
const mails = async () =>
  (
    await database.pool.query(
      'select recipient, subject, body_text as text, reply_to as "replyTo" from mail_outbox order by recipient',
    )
  ).rows.map(({ text, ...mail }) => ({
    ...mail,
    text: [...text.matchAll(/^> (.*)$/gm)].map(([, line]) => line).join('\n'),
  }))
const waiting = async () => (await database.pool.query('select from notification')).rows.length

test('NOTIF-19 nobody is notified of what they did themselves, and each other candidate once', async () => {
  const [ann, ben] = [await person(), await person()]
  await send(answered, { by: ann.id, candidates: [ann.id, ben.id, ben.id], data: { text: 'Yes' } })
  // Nothing waits for Ann, not even to be left out when it is due.
  expect(await waiting()).toBe(1)
  await sender().sendDue()
  expect(await mails()).toEqual([
    { recipient: ben.email, subject: `1 for ${ben.email}`, text: 'Yes', replyTo: null },
  ])
  expect(await waiting()).toBe(0)
})

test('NOTIF-19 who may still see the subject is asked when the mail is sent, and whether the person is active', async () => {
  const [ann, ben] = [await person(), await person()]
  const id = randomUUID()
  await send(answered, { id, by: null, candidates: [ann.id], data: { text: 'Closed' } })
  await send(answered, { by: null, candidates: [ben.id], data: { text: 'Left' } })
  hidden.add(id)
  await database.pool.query('update person set is_active = false where id = $1', [ben.id])
  await sender().sendDue()
  expect(await mails()).toEqual([])
  expect(await waiting()).toBe(0)
})

test('nobody is notified of what is rolled back', async () => {
  const ann = await person()
  const failing = database.db.transaction().execute(async (tx) => {
    await notify(tx, answered, { subject: subject(), by: null, candidates: [ann.id], data: { text: 'No' } })
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  await sender().sendDue()
  expect(await mails()).toEqual([])
})

test('those of one digest become one mail once it has been quiet, or at the latest after its time', async () => {
  const ann = await person()
  const later = async (minutes: number) =>
    database.pool.query(
      `update notification set due_at = due_at - make_interval(mins => $1),
         latest_at = latest_at - make_interval(mins => $1)`,
      [minutes],
    )
  const upload = (digest: string, text: string) =>
    send(uploaded, { by: null, candidates: [ann.id], digest, data: { text } })
  await upload('tree', 'one.pdf')
  await later(9)
  await upload('tree', 'two.pdf')
  await upload('other tree', 'else.pdf')
  await later(9)
  // The first has waited for 18 minutes, but the second came nine minutes ago.
  await sender().sendDue()
  expect(await mails()).toEqual([])
  await later(2)
  await sender().sendDue()
  expect((await mails()).map(({ text }) => text).toSorted()).toEqual(['else.pdf', 'one.pdf\ntwo.pdf'])
  await upload('busy', 'first')
  await later(59)
  await upload('busy', 'last')
  await later(1)
  await sender().sendDue()
  expect((await mails()).map(({ text }) => text)).toContain('first\nlast')
})

test('an address is written to with where answers go', async () => {
  await send(toAddress, { by: randomUUID(), addresses: ['help@fund.example'], data: { text: 'Broken' } })
  await sender().sendDue()
  expect(await mails()).toEqual([
    { recipient: 'help@fund.example', subject: 'Ticket', text: 'Broken', replyTo: 'ann@fund.example' },
  ])
})

test('two processes that send at the same time write each mail once', async () => {
  const everybody = await Promise.all(Array.from({ length: 8 }, () => person()))
  await send(answered, { by: null, candidates: everybody.map(({ id }) => id), data: { text: 'Yes' } })
  await Promise.all([sender().sendDue(), sender().sendDue(), sender().sendDue()])
  await sender().sendDue()
  expect((await mails()).map(({ recipient }) => recipient)).toEqual(
    everybody.map(({ email }) => email).toSorted(),
  )
})

test('NOTIF-24 one that cannot be written is tried again later, holds up no other, and is dropped in the end', async () => {
  const ann = await person()
  const unknown = defineNotification<{ text: string }>('NOBODY_TELLS', { always: true })
  await send(unknown, { by: null, candidates: [ann.id], data: { text: '' } })
  await send(answered, { by: null, candidates: [ann.id], data: { text: 'Yes' } })
  await sender().sendDue()
  expect(await mails()).toHaveLength(1)
  expect(errors).toEqual(['a notification could not be written'])
  for (let attempt = 1; attempt < 5; attempt += 1) {
    expect(await waiting()).toBe(1)
    await database.pool.query(
      `update notification set due_at = now() - interval '1 second', latest_at = now()`,
    )
    await sender().sendDue()
  }
  expect(await waiting()).toBe(0)
})

test('the sender of a process is woken by the event, and by the moment at which a digest is due', async () => {
  const ann = await person()
  const events = await createEvents({
    db: database.db,
    pool: database.pool,
    log: { warn: (message) => void errors.push(message) },
    pollMs: 600_000,
  })
  const stop = sender().start(events)
  try {
    await send(answered, { by: null, candidates: [ann.id], data: { text: 'Now' } })
    await vi.waitFor(async () => expect(await mails()).toHaveLength(1), { timeout: 5000 })
    const soon = defineNotification<{ text: string }>('UPLOADED', { quietMs: 1500, always: true })
    await send(soon, { by: null, candidates: [ann.id], data: { text: 'Soon' } })
    await vi.waitFor(async () => expect(await mails()).toHaveLength(2), { timeout: 8000 })
  } finally {
    await stop()
    await events.close()
  }
  expect(errors).toEqual([])
})

test('NOTIF-03 NOTIF-12 NOTIF-17 NOTIF-18 NOTIF-22 NOTIF-25 toggles are obeyed by every kind but those that are always sent, whether it names candidates or an audience', async () => {
  const organisationId = await make.organisation({ name: 'Notice Fund' })
  const { id: portfolioId } = await make.portfolio({ organisationId, name: 'Prairie Sun' })
  const place = { kind: 'portfolio', organisationId, portfolioId } as const
  const [ann, ben, cal, dot] = [await person(), await person(), await person(), await person()]
  const off = (personId: string, portfolio: string | null) =>
    database.pool.query(
      'insert into notification_off (person_id, organisation_id, portfolio_id) values ($1, $2, $3)',
      [personId, organisationId, portfolio],
    )
  await off(ben.id, portfolioId)
  await off(cal.id, null)
  audience = [ann.id, ben.id, cal.id, dot.id].toSorted()
  await send(asked, { by: dot.id, place, data: { text: 'To all' } })
  await send(asked, { by: null, place, candidates: [ann.id, ben.id, cal.id], data: { text: 'To you' } })
  await send(answered, { by: null, place, candidates: [ben.id, cal.id], data: { text: 'Always' } })
  await sender().sendDue()
  expect((await mails()).map(({ recipient, text }) => [recipient, text]).toSorted()).toEqual([
    [ann.email, 'To all'],
    [ann.email, 'To you'],
    [ben.email, 'Always'],
    [cal.email, 'Always'],
  ])
  const { rows } = await database.pool.query(
    'select body_text as text, unsubscribe_url as url from mail_outbox where recipient = $1 limit 1',
    [ann.email],
  )
  expect(rows[0].text).toContain(`You get this e-mail because notifications for Prairie Sun are on.
Change preferences: https://rooms.fund.example/profile/notice-fund/notifications
Unsubscribe from this portfolio: https://rooms.fund.example/unsubscribe/${ann.id}`)
  expect(rows[0].url).toBe(`https://rooms.fund.example/unsubscribe/${ann.id}`)
  await expect(send(asked, { by: null, candidates: [ann.id], data: { text: '' } })).rejects.toThrow(/place/)
})

test('an audience of thousands is written to page by page, and a process that dies leaves the rest to another', async () => {
  const organisationId = await make.organisation()
  const place = { kind: 'organisation', organisationId } as const
  const { rows } = await database.pool.query(
    `insert into person (id, email, first_name, last_name)
     select gen_random_uuid(), 'crowd' || n || '@fund.example', 'Pat', 'Lee' from generate_series(1, 2300) n returning id`,
  )
  audience = rows.map(({ id }) => String(id)).toSorted()
  await send(asked, { by: null, place, data: { text: 'To all' } })
  let pages = 0
  const dying = handler(asked)
  const first = createSender({
    db: database.db,
    log,
    addresses,
    handlers: [
      {
        ...dying,
        audience: async (...page) => {
          pages += 1
          if (pages > 1) throw new Error('The process died.')
          return (await dying.audience?.(...page)) ?? []
        },
      },
    ],
  })
  await first.sendDue()
  expect(await mails()).toHaveLength(1000)
  await database.pool.query(`update notification set due_at = now() - interval '1 second', latest_at = now()`)
  await Promise.all([sender().sendDue(), sender().sendDue()])
  await sender().sendDue()
  const written = (await mails()).map(({ recipient }) => recipient)
  expect(written).toHaveLength(2300)
  expect(new Set(written).size).toBe(2300)
  expect(await waiting()).toBe(0)
})
