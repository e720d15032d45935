import { createHmac } from 'node:crypto'
import { type Actor, holds } from '../../access/actor.ts'
import { findPeople, personHolds } from '../../access/audience.ts'
import { awaitsLicence, loadActors } from '../../access/loadActor.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { sendMails } from '../../platform/mail/index.ts'
import { type Outbound, OutboundError } from '../../platform/outbound.ts'
import { personsByIds } from '../accounts/index.ts'
import { keepsWebhooks } from './policy.ts'
import {
  type Claimed,
  claimDue,
  type DueDelivery,
  dropOldest,
  forget,
  keepClaim,
  nextDue,
  recordFailure,
  recordSuccess,
  release,
  switchOff,
} from './queue.ts'

export interface DeliveringDeps {
  db: Database
  outbound: Outbound
  /** The key by which deliveries of a webhook are signed. */
  secretOf: (webhookId: string) => Buffer
  /** The public address of the product, for links in mails. */
  origin: () => string
  onError: (error: unknown) => void
}

/** Tells webhooks what is due for them. */
export interface Delivering {
  /** Tells all that are due what is due for them; resolves once that is done. */
  deliverDue(): Promise<void>
  /** Looks every second, until it is stopped. */
  start(): void
  /** Resolves once nothing is on its way any more. */
  stop(): Promise<void>
}

/** Milliseconds between two looks. */
const LOOK_MS = 1000
/** Webhooks that a process tells concurrently: one that is slow has one of these places, whatever waits for it (TOKEN-17). */
const CONCURRENT = 200
/** Deliveries to one webhook before others that wait have their turn. */
const AT_A_TIME = 100
const ADMINS = 200

const NO_ADMIN =
  'The person who saved it last no longer administers the organisation. Save it again to go on.'
const FAILED = 'No delivery was answered for three days.'

/** Signed as Standard Webhooks says (TOKEN-13). @param at Unix seconds */
export const signatureOf = (secret: Buffer, id: string, at: number, body: string): string =>
  `v1,${createHmac('sha256', secret).update(`${id}.${at}.${body}`).digest('base64')}`

export function createDelivering({ db, outbound, secretOf, origin, onError }: DeliveringDeps): Delivering {
  /** By webhook, what goes on here. */
  const running = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  let clock: NodeJS.Timeout | undefined

  const send = async ({ id, url }: Claimed, delivery: DueDelivery): Promise<Response> => {
    const body = JSON.stringify({
      type: delivery.event,
      timestamp: delivery.at.toISOString(),
      data: { id: delivery.id, ...delivery.data },
    })
    const at = Math.floor(Date.now() / 1000)
    return outbound(url, {
      method: 'POST',
      body,
      signal: stopping.signal,
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'Helioroom-Webhooks',
        'webhook-id': delivery.id,
        'webhook-timestamp': String(at),
        'webhook-signature': signatureOf(secretOf(id), delivery.id, at, body),
      },
    })
  }

  /** @param alsoTold who is staff, and so among the admins of no organisation */
  const turnOff = (webhook: Claimed, note: string, alsoTold: readonly string[] = []): Promise<void> =>
    db.transaction().execute(async (tx) => {
      if (await switchOff(tx, webhook.id, note))
        await tellAdmins(tx, webhook, { note, alsoTold, origin: origin() })
    })

  const deliver = async (webhook: Claimed, delivery: DueDelivery): Promise<void> => {
    let answer: { status: number | null; note: string }
    try {
      const { status } = await send(webhook, delivery)
      if (status >= 200 && status < 300) return recordSuccess(db, webhook.id, delivery.id, status)
      answer = { status, note: `It answered ${status}.` }
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      answer = { status: null, note: error.message }
    }
    if (await recordFailure(db, webhook.id, delivery, answer))
      await turnOff(webhook, FAILED, [webhook.personId])
  }

  const work = async (first: Claimed): Promise<void> => {
    await dropOldest(db, first.id)
    let webhook: Claimed | null = first
    for (let n = 0; n < AT_A_TIME && webhook && !stopping.signal.aborted; n += 1) {
      const delivery = await nextDue(db, webhook.id)
      if (!delivery) break
      const who = (await loadActors(db, [webhook.personId])).get(webhook.personId)
      if (!who || !keepsWebhooks(who, webhook.organisationId)) await turnOff(webhook, NO_ADMIN)
      else if (!mayBeTold(who, webhook, delivery)) await forget(db, delivery.id)
      else await deliver(webhook, delivery)
      webhook = await keepClaim(db, webhook.id)
    }
  }

  const workOrWait = async (webhook: Claimed): Promise<void> => {
    try {
      // Nothing is told in the name of whoever has yet to accept it (EULA-12). Nobody looks again before the lease ends.
      if (await awaitsLicence(db, webhook.personId)) return await dropOldest(db, webhook.id)
      await work(webhook)
    } catch (error) {
      if (!stopping.signal.aborted) onError(error)
    }
    await release(db, webhook.id)
  }

  const look = async (): Promise<Promise<void>[]> => {
    const free = CONCURRENT - running.size
    const claimed = free > 0 && !stopping.signal.aborted ? await claimDue(db, free) : []
    return claimed.map((webhook) => {
      const done = workOrWait(webhook)
        .catch(onError)
        .finally(() => running.delete(webhook.id))
      running.set(webhook.id, done)
      return done
    })
  }

  const lookAgain = () => {
    clock = setTimeout(() => {
      void look()
        .catch(onError)
        .finally(() => {
          if (!stopping.signal.aborted) lookAgain()
        })
    }, LOOK_MS)
    clock.unref()
  }
  return {
    deliverDue: async () => {
      for (let begun = await look(); begun.length > 0; begun = await look()) await Promise.all(begun)
    },
    start: lookAgain,
    stop: async () => {
      clearTimeout(clock)
      stopping.abort()
      await Promise.all(running.values())
    },
  }
}

/** Admins of an organisation see nothing of its holding companies by that alone (ORG-26). */
function mayBeTold(
  who: Actor,
  { organisationId }: Claimed,
  { holdingCompanyId, needs }: DueDelivery,
): boolean {
  if (holdingCompanyId === null || needs === null) return true
  return holds(who, needs, { kind: 'holdingCompany', organisationId, holdingCompanyId })
}

/** Those who can switch it on again get a mail (TOKEN-14). */
async function tellAdmins(
  tx: Tx,
  { organisationId, url }: Claimed,
  { note, alsoTold, origin }: { note: string; alsoTold: readonly string[]; origin: string },
): Promise<void> {
  const place = { kind: 'organisation', organisationId } as const
  const ids = await findPeople(tx, organisationId, personHolds(place, 'ORG_ADMIN'), { limit: ADMINS })
  const people = await personsByIds(tx, [...new Set([...ids, ...alsoTold])])
  const { host } = new URL(url)
  const [organisation] = await tx
    .selectFrom('organisation')
    .select('slug')
    .where('id', '=', organisationId)
    .execute()
  await sendMails(
    tx,
    people.flatMap((person) =>
      person
        ? {
            recipient: person.email,
            subject: 'A webhook was switched off',
            title: 'A webhook was switched off',
            paragraphs: [`The webhook to ${host} was switched off. ${note}`],
            button: { label: 'Open webhooks', url: `${origin}/${organisation?.slug}/admin/api` },
            foot: { why: 'This mail came because you administer the organisation. It is always sent.' },
          }
        : [],
    ),
  )
}
